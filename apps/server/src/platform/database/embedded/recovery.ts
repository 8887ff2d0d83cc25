import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
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

/** So many files are synced at a time. */
const syncsAtOnce = 8;

/**
 * Brings what a killed process had written to the disk, several files at a time. PostgreSQL does so before it recovers,
 * but waits for each of the thousand files twice.
 */
export async function syncAll(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  // Windows has no sync of directories.
  const kept = process.platform === 'win32' ? entries.filter((entry) => entry.isFile()) : entries;
  const left = kept.map((entry) => ({
    path: join(entry.parentPath, entry.name),
    mode: entry.isFile() ? 'r+' : 'r',
  }));
  const syncNext = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const file = await open(next.path, next.mode);
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    }
  };
  await Promise.all(Array.from({ length: syncsAtOnce }, syncNext));
}
