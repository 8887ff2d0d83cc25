import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrations } from '../../../../migrations/index.ts';
import { seedDemo } from '../../../../seed/demo.ts';
import { openTestDatabase } from '../../../../test/database/testDatabase.ts';
import { openTestApp } from '../../../../test/testApp.ts';
import { beginHold, endHold } from '../../queue/queue.service.ts';
import { type Database, openDatabase, type WriteTx } from '../database.ts';
import { backUp, checkBackupFile, restoreBackup } from './backup.ts';
import { readRows } from './readRows.ts';

const noFiles = async function* () {};

async function move(from: Database, to: Database, path: string): Promise<void> {
  const key = { fingerprint: 'ff', secret: null };
  await backUp(from, path, { key, madeAt: new Date('2027-01-11T15:00:00Z'), files: noFiles() });
  const header = await checkBackupFile(path, migrations);
  const options = { migrations, isReplacing: false, onFile: async () => {}, onRows() {} };
  const onRestored = (tx: WriteTx) => beginHold(tx, new Date(header.madeAt), new Date());
  await restoreBackup(to, path, header, { ...options, onRestored });
}

const contentOf = (database: Database) =>
  database.snapshot(async (db) => {
    let all = '';
    for await (const text of readRows(db)) all += text;
    // The copy skips numbers, so the next number of each sequence differs.
    return all
      .replace(/("counterOf":.*"last":")\d+/g, '$1')
      .split('\n')
      .sort();
  });

it('a backup moves everything from PostgreSQL to the embedded database and back, unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-move-'));
  const context = await openTestApp();
  await seedDemo(context);
  const embedded = await openDatabase({ databaseUrl: null, dataDir: folder, log: console });
  await move(context.database, embedded, join(folder, 'there.backup'));
  const back = await openTestDatabase('migrated', 'guichet command');
  await move(embedded, back, join(folder, 'back.backup'));
  for (const database of [embedded, back]) await database.transact(endHold);
  const content = await contentOf(context.database);
  expect(await contentOf(embedded)).toEqual(content);
  expect(await contentOf(back)).toEqual(content);
  for (const database of [embedded, back]) await database.close();
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);
