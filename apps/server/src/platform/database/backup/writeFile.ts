import { createHash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '../../runtime/syncFolder.ts';
import type { EndLine } from './format.ts';
import { clearLeftovers, partOf } from './leftovers.ts';
import { lineOf } from './readRows.ts';

/** Writes the lines of a backup atomically: renamed to its name only when complete and synced. */
export async function writeBackup(path: string, lines: AsyncIterable<string>, now: Date): Promise<void> {
  const part = partOf(path);
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
  yield Buffer.from(lineOf({ end: true, sha256: hash.digest('hex') } satisfies EndLine));
}
