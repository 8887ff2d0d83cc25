import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** In `pg_control`: where the state of the database stands, and the one after a shutdown in good order. */
const stateAt = 16;
const SHUT_DOWN = 1;

/** How many MB of its log a database may have to read again when it opens; null for one that was closed in good order. */
export function logToReadAgain(directory: string): number | null {
  const control = join(directory, 'global', 'pg_control');
  if (!existsSync(control) || readFileSync(control).readUInt32LE(stateAt) === SHUT_DOWN) return null;
  const log = join(directory, 'pg_wal');
  const size = readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0);
  return Math.round(size / 1024 / 1024);
}
