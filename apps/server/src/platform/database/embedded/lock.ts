import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseInUse } from '../operator.ts';

const SQLITE_BUSY = 5;

/**
 * Takes the data directory, made when absent, for this process alone, until it releases it or ends in whatever way: the lock is the
 * system's own lock on a file, which SQLite takes on every platform, so there is none left behind to judge stale.
 * @returns how to release it.
 * @throws DatabaseRefusal when another process has the directory.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'lock.pid');
  const Sqlite = await importSqlite();
  const holder = new Sqlite(join(dataDir, 'lock.sqlite'));
  try {
    holder.exec('begin exclusive');
  } catch (error) {
    holder.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DatabaseInUse(`The embedded database in ${dataDir} is in use by ${nameHolder(pidFile)}`);
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return () => holder.close();
}

function nameHolder(pidFile: string): string {
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : Number.NaN;
  return `another process${Number.isNaN(pid) ? '' : ` (pid ${pid})`}: stop it first`;
}

/** Older versions of Node 24 print a warning that is of no use to an operator. */
async function importSqlite(): Promise<typeof DatabaseSync> {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return (await import('node:sqlite')).DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}
