import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './setup/place.mjs';

const start = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'scripts/start.mjs'), ...words], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
};

describe('npm start', () => {
  it.each([
    ['--bild', 'Unknown option --bild. Did you mean --build?\n'],
    ['demo', 'Unknown option demo. See npm start -- --help.\n'],
  ])('starts nothing with an option that it does not know: %s', (word, stderr) => {
    expect(start(word)).toEqual({ status: 2, stdout: '', stderr });
  });

  it('says what it takes', () => {
    expect(start('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('npm start -- --build'),
    });
  });
});
