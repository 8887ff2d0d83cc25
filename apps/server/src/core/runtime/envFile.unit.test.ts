import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { listStrayLines, readEnvFile } from './envFile.ts';

test.each([
  ['PORT 4112\nHOST=0.0.0.0\n', [1]],
  ['# a comment\n\n  # another\nPORT=1\nPORT: 2\nHOST', [5, 6]],
  ['export PORT=1\nPORT = 2\r\n\tHOST=\n', []],
  ['A="one\ntwo words\nthree"\nB=\'x\ny\'\nstray', [6]],
  [`A=it's\nB='tis\nstray\n`, [3]],
])('the lines of %j that are no setting', (text, lines) => {
  expect(listStrayLines(text)).toEqual(lines);
  expect(Object.keys(parseEnv(text)).every((name) => /^[A-Z]+$/.test(name))).toBe(true);
});

test('a stray line is told with its file and number, beside the settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-env-'));
  const path = join(folder, '.env');
  expect(readEnvFile(path)).toEqual({ settings: {}, faults: [] });
  writeFileSync(path, '\uFEFFHOST=::1\nPORT 4112\n');
  expect(readEnvFile(path)).toEqual({
    settings: { HOST: '::1' },
    faults: [`${path}, line 2: a setting is NAME=value, a comment begins with #.`],
  });
  rmSync(folder, { recursive: true });
});
