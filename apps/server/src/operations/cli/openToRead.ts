import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, type DatabaseOptions, openDatabase } from '../../core/database/database.ts';
import { freeBytes } from '../../core/database/diskSpace.ts';
import { DatabaseInUse } from '../../core/database/operator.ts';
import type { Config } from '../../core/runtime/config.ts';
import { isAlive } from '../../core/runtime/livingProcess.ts';
import { askServer } from './control/askServer.ts';
import { CommandRefusal, type Terminal } from './terminal/command.ts';

/** Opens the database for a command. @throws DatabaseInUse while a server holds the embedded database */
export function openForCommand(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { say }: Pick<Terminal, 'say'>,
  options: Pick<DatabaseOptions, 'replacesLost' | 'copyOf'> = {},
): Promise<Database> {
  const log = { error: (message: string) => say(message) };
  return openDatabase({ databaseUrl, dataDir, log, name: 'guichet command', ...options });
}

/**
 * Opens the database, whether or not a server runs on it: PostgreSQL directly; the embedded database directly
 * or, while a server holds it, as a copy made by the server between two statements. `waited`: for how many
 * seconds writers of the server waited; null when no writer had to.
 */
export async function openToRead(config: Config, terminal: Terminal) {
  const { dataDir } = config;
  try {
    const database = await openForCommand(config, terminal);
    return { database, waited: null, close: () => database.close() };
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
  }
  removeOldCopies(dataDir);
  requireRoom(dataDir, terminal);
  const folder = join(dataDir, `copy-${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  const waited = await askServer(dataDir, 'snapshot', { folder }, terminal);
  const database = await openForCommand({ ...config, dataDir: folder }, terminal, { copyOf: dataDir });
  return {
    database,
    waited,
    close: async () => {
      await database.close();
      remove();
    },
  };
}

/** Removes copies that killed commands have left. */
function removeOldCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^copy-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function requireRoom(dataDir: string, { t }: Terminal): void {
  const folder = join(dataDir, 'database');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const needed = files.reduce((sum, file) => sum + size(join(file.parentPath, file.name)), 0) * 1.2;
  const free = freeBytes(dataDir) ?? needed;
  const mb = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  if (free < needed)
    throw new CommandRefusal(t('diskTooSmall', { free: mb(free), folder: dataDir, needed: mb(needed) }));
}
