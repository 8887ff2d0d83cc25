import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'newest-backup.txt');

/** Notes beside the embedded database where its newest backup went, for the day when the database does not open. */
export function noteBackup(dataDir: string, path: string): void {
  writeFileSync(fileIn(dataDir), `${path}\n`, { mode: 0o600, flush: true });
}

/** The path of the newest backup, if it is still there. */
export function findNewestBackup(dataDir: string): string | null {
  const file = fileIn(dataDir);
  const path = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return path !== '' && existsSync(path) ? path : null;
}
