import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeDataFolder } from '../../runtime/dataFolder.ts';
import { findForbidden } from '../../runtime/fileAccess.ts';
import { operatorText } from '../../runtime/operatorText.ts';
import { DatabaseInUse, DatabaseRefusal } from '../operator.ts';

const SQLITE_BUSY = 5;

/**
 * Locks the data directory for this process until release or exit; creates a missing directory. The lock is
 * SQLite's file lock, which every platform has and the system releases, so there are no stale locks.
 * @returns a function that releases the lock.
 * @throws DatabaseInUse when another process has the directory, ConfigError when it cannot be made, DatabaseRefusal when this
 * account may not use a file of it.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  makeDataFolder(dataDir);
  const pidFile = join(dataDir, 'lock.pid');
  requireAccess([join(dataDir, 'lock.sqlite'), pidFile]);
  const Sqlite = await importSqlite();
  const holder = new Sqlite(join(dataDir, 'lock.sqlite'));
  try {
    holder.exec('begin exclusive');
  } catch (error) {
    holder.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DatabaseInUse(operatorText('embeddedInUse', { folder: dataDir, pid: readPid(pidFile) }));
  }
  try {
    // Before it is opened, since a table is read only when somebody asks for its rows.
    requireAccess([join(dataDir, 'database'), join(dataDir, 'secret.key')]);
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    holder.close();
    throw error;
  }
  return () => holder.close();
}

function requireAccess(paths: readonly string[]): void {
  const forbidden = findForbidden(paths);
  if (forbidden !== null) throw new DatabaseRefusal(forbidden);
}

/** @throws DatabaseInUse when another process has the directory; makes nothing in one that was never locked */
export async function requireNoHolder(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'lock.sqlite'))) (await lockDataDir(dataDir))();
}

function readPid(pidFile: string): string {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return Number.isNaN(pid) ? '' : ` (pid ${pid})`;
  } catch {
    return '';
  }
}

/** Older versions of Node 24 print an experimental warning on import. */
async function importSqlite(): Promise<typeof DatabaseSync> {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return (await import('node:sqlite')).DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}
