import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { isAlive } from '../../runtime/livingProcess.ts';

const machine = hostname()
  .replace(/[^\w-]/g, '')
  .slice(0, 40);

/** Older than that, no backup is still being written, wherever its program runs. */
const forgottenMilliseconds = 24 * 60 * 60 * 1000;

/** Where a backup grows before it gets its name: says whose it is, should that program be killed. */
export function partOf(path: string): string {
  return `${path}.guichet-${process.pid}-${machine}.part`;
}

/** Clears what killed backups have left in the folder of `path`; whatever is not surely theirs stays. */
export function clearLeftovers(path: string, now: Date): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.part'))) {
    try {
      if (isLeftover(join(folder, name), now)) rmSync(join(folder, name), { force: true });
    } catch {
      // What cannot be looked at, or was taken away meanwhile, is left alone.
    }
  }
}

function isLeftover(path: string, now: Date): boolean {
  const file = statSync(path);
  if (!file.isFile()) return false;
  const [, pid, host] = /\.guichet-(\d+)-([\w-]*)\.part$/.exec(basename(path)) ?? [];
  // Its number may have been given to this very program again.
  if (pid && host === machine && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  if (now.getTime() - file.mtimeMs < forgottenMilliseconds) return false;
  // Before, a part bore no mark of ours but its content.
  return pid !== undefined || beginsAsBackup(path);
}

function beginsAsBackup(path: string): boolean {
  const beginning = Buffer.alloc(4096);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, beginning);
    const text = gunzipSync(beginning.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH });
    return text.toString('utf8').startsWith('{"guichet":"backup"');
  } finally {
    closeSync(file);
  }
}
