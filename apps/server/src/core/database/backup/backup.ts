import type { Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { operatorText } from '../../runtime/operatorText.ts';
import { type Database, serverName, type WriteTx } from '../database.ts';
import { listMigrations } from '../migration/migrate.ts';
import { countServers } from './clear.ts';
import { BackupRefusal, type FileLine, formatVersion, type Header } from './format.ts';
import { checkBackup, readBackup } from './readFile.ts';
import { formatLine, readRows } from './readRows.ts';
import { type RestoreOptions, restoreInto } from './restore.ts';
import { writeBackup } from './writeFile.ts';

export interface Belongings {
  readonly key: Header['key'];
  readonly madeAt: Date;
  readonly files: AsyncIterable<FileLine>;
  /** Called now and then with the number of rows written. */
  readonly onRows?: (rows: number) => void;
}

/** Writes a consistent snapshot of the database into a new file. */
export async function backUp(
  database: Database,
  path: string,
  { key, madeAt, files, onRows = () => {} }: Belongings,
): Promise<void> {
  await database.snapshot((db) => {
    async function* lines(): AsyncGenerator<string> {
      const migrations = await listMigrations(db);
      if (migrations.length === 0) throw new BackupRefusal(operatorText('nothingToBackUp'));
      const about = { guichet: 'backup', format: formatVersion, madeAt: madeAt.toISOString() } as const;
      yield formatLine({ ...about, migrations, key } satisfies Header);
      yield* readRows(db, onRows);
      for await (const file of files) yield formatLine(file);
    }
    return writeBackup(path, lines(), madeAt);
  });
}

/** Reads and verifies a backup without writing anything. @throws BackupRefusal */
export function checkBackupFile(path: string, migrations: Record<string, Migration>): Promise<Header> {
  return checkBackup(path, Object.keys(migrations));
}

/** Restores a verified backup, then runs `onRestored`, in one transaction. @throws BackupRefusal */
export async function restoreBackup(
  database: Database,
  path: string,
  header: Header,
  options: RestoreOptions & { readonly onRestored: (tx: WriteTx) => Promise<void> },
): Promise<void> {
  await database.transact(async (tx) => {
    if (database.kind === 'postgres' && (await countServers(tx, serverName)) > 0)
      throw new BackupRefusal(operatorText('serverConnected'));
    const lines = readBackup(path);
    await restoreInto(tx as unknown as Transaction<unknown>, { ...options, header, lines });
    await options.onRestored(tx);
  });
}
