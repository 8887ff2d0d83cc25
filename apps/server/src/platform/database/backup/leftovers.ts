import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { isAlive } from '../../runtime/livingProcess.ts';

const machine = hostname()
  .replace(/[^\w-]/g, '')
  .slice(0, 40);

/** A partial file older than this is abandoned, whichever machine wrote it. */
const forgottenMilliseconds = 24 * 60 * 60 * 1000;

/** The partial file of a backup; process id and host in its name tell whether its writer still runs. */
export function partOf(path: string): string {
  return `${path}.guichet-${process.pid}-${machine}.part`;
}

/** Deletes partial files of killed backups in the folder of `path`; a doubtful file stays. */
export function clearLeftovers(path: string, now: Date): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.part'))) {
    try {
      if (isLeftover(join(folder, name), now)) rmSync(join(folder, name), { force: true });
    } catch {
      // Unreadable, or deleted meanwhile.
    }
  }
}

function isLeftover(path: string, now: Date): boolean {
  const file = statSync(path);
  if (!file.isFile()) return false;
  const [, pid, host] = /\.guichet-(\d+)-([\w-]*)\.part$/.exec(basename(path)) ?? [];
  // The process id may have been reused by this very process.
  if (pid && host === machine && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  if (now.getTime() - file.mtimeMs < forgottenMilliseconds) return false;
  // Partial files of older versions carry no process id; only their content identifies them.
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
