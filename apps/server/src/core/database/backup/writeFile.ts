import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { isAlive } from '../../runtime/livingProcess.ts';
import { syncFolder } from '../../runtime/syncFolder.ts';
import type { EndLine } from './format.ts';
import { formatLine } from './readRows.ts';

const machine = hostname()
  .replace(/[^\w-]/g, '')
  .slice(0, 40);

/** A partial file older than this is abandoned, whichever machine wrote it. */
const forgottenMilliseconds = 24 * 60 * 60 * 1000;

/** The partial file of a backup; the process id and host in its name tell whether the writer still runs. */
export function partialPath(path: string): string {
  return `${path}.guichet-${process.pid}-${machine}.part`;
}

/** Writes the lines of a backup atomically: the file gets its name only when it is complete and synced. */
export async function writeBackup(path: string, lines: AsyncIterable<string>, now: Date): Promise<void> {
  const part = partialPath(path);
  clearLeftovers(path, now);
  try {
    rmSync(part, { force: true });
    // The file holds all personal data: owner only.
    const file = createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(Readable.from(withHash(lines)), createGzip({ level: 3 }), file);
    await rename(part, path);
    await syncFolder(dirname(path));
  } catch (error) {
    rmSync(part, { force: true });
    // The name of the partial file is none that anybody typed; a write to a full disk names no file.
    if (((error as NodeJS.ErrnoException).path ?? part) === part) Object.assign(error as Error, { path });
    throw error;
  }
}

async function* withHash(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const text of lines) {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    yield bytes;
  }
  yield Buffer.from(formatLine({ end: true, sha256: hash.digest('hex') } satisfies EndLine));
}

/** Deletes partial files of killed backups in the folder of `path`; a doubtful file stays. */
function clearLeftovers(path: string, now: Date): void {
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
  const [, pid, host] = /\.guichet-(\d+)-([\w-]*)\.part$/.exec(basename(path)) ?? [];
  const file = statSync(path);
  if (!pid || !file.isFile()) return false;
  // This very process may have the same id as the process that wrote the file.
  if (host === machine && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  return now.getTime() - file.mtimeMs >= forgottenMilliseconds;
}
