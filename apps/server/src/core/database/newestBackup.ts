import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandName } from '../runtime/commandName.ts';
import { operatorText } from '../runtime/operatorText.ts';

export const newestBackupFile = 'newest-backup.txt';

const fileIn = (dataDir: string) => join(dataDir, newestBackupFile);

/** Notes beside the embedded database where its newest backup went, for the day when the database does not open. */
export function noteBackup(dataDir: string, path: string): void {
  writeFileSync(fileIn(dataDir), `${path}\n`, { mode: 0o600, flush: true });
}

/** Says what to restore: the newest backup, if one was noted and is still there. `settings` stand before the command. */
export function describeRestore(dataDir: string, settings = ''): string {
  const command = `${settings}${commandName} restore`;
  const file = fileIn(dataDir);
  const path = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (path === '') return operatorText('restoreAny', { command });
  return operatorText(existsSync(path) ? 'restoreNewest' : 'restoreGone', { command, path });
}
