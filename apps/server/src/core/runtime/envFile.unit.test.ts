import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-env-'));
  path = join(folder, '.env');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a stray line is told with its file and number, beside the settings', () => {
  expect(readEnvFile(path)).toEqual({ settings: {}, faults: [] });
  writeFileSync(path, '\uFEFFHOST=::1\nPORT 4112\n');
  expect(readEnvFile(path)).toEqual({
    settings: { HOST: '::1' },
    faults: [`${path}, line 2: a setting is NAME=value, a comment begins with #.`],
  });
});

test('an address is read whole where the # of its password would begin a comment', () => {
  writeFileSync(
    path,
    'DATABASE_URL=postgres://u:12#b@h/x # ours\nSMTP_URL="smtp://u:a#b@h"\nPUBLIC_URL=https://g.example.ca # @us\n',
  );
  expect(readEnvFile(path)).toEqual({
    settings: {
      DATABASE_URL: 'postgres://u:12#b@h/x',
      SMTP_URL: 'smtp://u:a#b@h',
      PUBLIC_URL: 'https://g.example.ca',
    },
    faults: [],
  });
});

test('a name that is set twice is told with both lines', () => {
  writeFileSync(path, '# PORT=1\nPORT=1\nHOST="a\nPORT=2\nb"\n\nexport PORT = 3\nPORT=1\n');
  expect(readEnvFile(path).faults).toEqual([
    `${path}, line 7: PORT is set on line 2 already. Delete one of the two lines.`,
    `${path}, line 8: PORT is set on line 2 already. Delete one of the two lines.`,
  ]);
});

test('a file that is not in UTF-8 is told, with the lines whose values would come out wrong', () => {
  writeFileSync(path, Buffer.from('# réglages\nUNIVERSITY_NAME_FR=Université\nPORT=1\n', 'latin1'));
  expect(readEnvFile(path).faults).toEqual([
    `${path}, line 2: has letters that are not in UTF-8. Save the file in UTF-8.`,
  ]);
  for (const mark of ['\uFEFF', '']) {
    writeFileSync(path, Buffer.from(`${mark}PORT=1\nHOST=::1\n`, 'utf16le'));
    expect(readEnvFile(path)).toEqual({
      settings: {},
      faults: [`${path}, line 1: the file is in UTF-16. Save it in UTF-8.`],
    });
  }
});
