import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../runtime/clock.ts';
import { ConfigError } from '../runtime/config.ts';
import { openKeys } from './keys.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'guichet-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const open = () => openKeys({ secretKey: null, dataDir }, systemClock('UTC'));

test('the key is made at the first start and stays the same', () => {
  const { fingerprint } = open();
  expect(open().fingerprint).toEqual(fingerprint);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
});

test('of two processes that start at once both take the key of the first', () => {
  const other = 'a key that the other process has just put there';
  const clock = systemClock('UTC');
  const late = openKeys(
    { secretKey: null, dataDir },
    {
      ...clock,
      randomBytes(size) {
        writeFileSync(join(dataDir, 'secret.key'), other);
        return clock.randomBytes(size);
      },
    },
  );
  expect(late.fingerprint).toEqual(openKeys({ secretKey: other, dataDir }, clock).fingerprint);
});

test.each(['', 'half a key'])('a key file with the content %j is rejected', (text) => {
  writeFileSync(join(dataDir, 'secret.key'), text);
  expect(open).toThrow(ConfigError);
});

test('a folder in place of the key file is rejected in one line', () => {
  mkdirSync(join(dataDir, 'secret.key'));
  expect(open).toThrow(ConfigError);
});
