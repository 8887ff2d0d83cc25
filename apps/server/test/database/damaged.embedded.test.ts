import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/core/database/database.ts';
import { noteBackup } from '../../src/core/database/newestBackup.ts';

const log = { error() {} };
let whole: string;
const folders: string[] = [];

beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'guichet-damaged-'));
  folders.push(whole);
  const database = await openDatabase({ databaseUrl: null, dataDir: whole, log });
  await database.close();
}, 120_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the whole database, damaged, with its `database` folder. */
function damage(how: (database: string) => void) {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-damaged-'));
  folders.push(dataDir);
  cpSync(whole, dataDir, { recursive: true });
  const database = join(dataDir, 'database');
  how(database);
  return { dataDir, database };
}

const firstSegment = (database: string) =>
  join(database, 'pg_wal', readdirSync(join(database, 'pg_wal')).find((name) => /^\w{24}$/.test(name)) ?? '');

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    hash
      .update(join(entry.parentPath, entry.name))
      .update(entry.isFile() ? readFileSync(join(entry.parentPath, entry.name)) : '');
  return hash.digest('hex');
}

const refusalOf = (dataDir: string) =>
  openDatabase({ databaseUrl: null, dataDir, log }).then(
    () => null,
    (error: Error) => error.message,
  );

describe('a damaged embedded database', () => {
  test.each<[string, (database: string) => void]>([
    ['pg_wal is missing', (database) => rmSync(join(database, 'pg_wal'), { recursive: true })],
    ['its log in pg_wal is missing', (database) => rmSync(firstSegment(database))],
    ['its log pg_wal/0\\w+ is cut off', (database) => truncateSync(firstSegment(database), 1_000_000)],
    ['global/pg_control is missing', (database) => rmSync(join(database, 'global', 'pg_control'))],
    ['global/pg_control is cut off', (database) => truncateSync(join(database, 'global', 'pg_control'), 0)],
    [
      'global/pg_control is damaged',
      (database) => writeFileSync(join(database, 'global', 'pg_control'), Buffer.alloc(8192)),
    ],
    ['base is missing', (database) => rmSync(join(database, 'base'), { recursive: true })],
    ['pg_xact is missing', (database) => rmSync(join(database, 'pg_xact'), { recursive: true })],
    // Recovery would take it for transactions that never committed, and lose their rows.
    ['pg_xact/0000 is missing', (database) => rmSync(join(database, 'pg_xact', '0000'))],
    [
      'pg_xact/0000 is damaged',
      (database) => writeFileSync(join(database, 'pg_xact', '0000'), Buffer.alloc(8192)),
    ],
  ])('is refused before it is touched, with the way on: %s', async (reason, how) => {
    const { dataDir, database } = damage(how);
    const before = hashOf(database);
    expect(await refusalOf(dataDir)).toMatch(
      new RegExp(
        `^The embedded database in \\S+ cannot be opened: ${reason}\\. Nothing was changed\\. ` +
          'Put \\S+ back from a copy, or move it away and restore a backup: npx guichet restore FILE$',
      ),
    );
    expect(hashOf(database)).toBe(before);
  });

  test('is refused in one line when only the engine sees it, and names the newest backup, also one that is gone', async () => {
    const { dataDir, database } = damage((folder) => {
      const path = join(folder, 'global', 'pg_control');
      const bytes = readFileSync(path);
      // After the state of the database, which is still legible.
      writeFileSync(path, bytes.fill(7, 20));
    });
    const backup = join(dataDir, 'all.backup');
    noteBackup(dataDir, backup);
    expect(await refusalOf(dataDir)).toMatch(
      /restore a backup: npx guichet restore FILE \(the newest known here, \S+all\.backup, is not there any more\)$/,
    );
    writeFileSync(backup, '');
    const refusal = await refusalOf(dataDir);
    expect(refusal).toMatch(/cannot be opened: [^\n]+\. Nothing was deleted\./);
    expect(refusal?.endsWith(`restore the newest backup known here: npx guichet restore ${backup}`)).toBe(
      true,
    );
    expect(readdirSync(database).length).toBeGreaterThan(10);
  });
});
