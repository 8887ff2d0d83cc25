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

  it('speaks the language of the machine', () => {
    const program = `import { say } from './scripts/setup/place.mjs'; say({ fr: 'Bon', en: 'Good' });`;
    const said = (LC_ALL: string) =>
      spawnSync('node', ['--input-type=module', '-e', program], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, LC_ALL },
      }).stdout;
    expect([said('fr_CA.UTF-8'), said('C')]).toEqual(['Bon\n', 'Good\n']);
  });
});
