import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDataFolder } from './dataFolder.ts';

const folder = mkdtempSync(join(tmpdir(), 'guichet-folder-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made with its parents, for this account alone, and taken as it is when it is there', () => {
    const path = join(folder, 'a', 'b');
    makeDataFolder(path);
    makeDataFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('is refused with the reason where it cannot be, at once', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const refusal = `DATA_DIR cannot be used: ${file} is a file. Name another folder. Nothing was changed.`;
    expect(() => makeDataFolder(file)).toThrow(refusal);
    expect(() => makeDataFolder(join(file, 'x', 'y'))).toThrow(refusal);
  });

  it.skipIf(!existsSync('/proc/self'))('is refused below /proc, where making it never ended', () => {
    expect(() => makeDataFolder('/proc/x/y')).toThrow(/the folder \/proc\/x cannot be made\./);
  });
});
