import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import type { Chance } from '../chance.ts';
import type { Recorded } from './diskRecord.ts';

/** How much of what was never synced has reached the disk all the same. */
export type Luck = 'none' | 'some';

const sector = 512;

/**
 * Does to `copy`, a copy of the folder `from` as it was, what the disk shows after a power cut right behind these
 * deeds. Names of files keep their order, as in every file system with a journal, and a sync of anything makes those
 * before it last; what was written into a file is certain up to the last sync of that file. The rest is gone, or some
 * of it is there, sector by sector.
 */
export function replayOnto(
  copy: string,
  from: string,
  operations: readonly Recorded[],
  luck: Luck,
  chance: Chance,
) {
  const files = followNames(operations);
  const lastSync = new Map<number, number>();
  for (const [n, { does }] of operations.entries()) if (does === 'sync') lastSync.set(files[n] as number, n);
  const lastSyncOfAll = Math.max(-1, ...lastSync.values());
  const namesUpTo = luck === 'none' ? lastSyncOfAll : chance.whole(lastSyncOfAll, operations.length - 1);
  for (const [n, operation] of operations.entries()) {
    const path = join(copy, relative(from, operation.path));
    const isCertain = n <= (lastSync.get(files[n] as number) ?? -1);
    if (operation.does === 'write')
      write(path, operation.at, isCertain ? [operation.bytes] : remnants(operation.bytes, luck, chance));
    else if (n <= namesUpTo || (operation.does === 'cut' && isCertain)) perform(copy, from, path, operation);
  }
}

/** For each deed, which file it is about, whatever that is called by then. */
function followNames(operations: readonly Recorded[]): number[] {
  const named = new Map<string, number>();
  let count = 0;
  const fileAt = (path: string) => {
    const file = named.get(path) ?? ++count;
    named.set(path, file);
    return file;
  };
  return operations.map((operation) => {
    const file = fileAt(operation.path);
    if (operation.does === 'remove' || operation.does === 'rename') named.delete(operation.path);
    if (operation.does === 'rename') named.set(operation.to, file);
    return file;
  });
}

/** What is left of bytes that were not synced, sector by sector; null where nothing is. */
function remnants(bytes: Buffer, luck: Luck, chance: Chance): (Buffer | null)[] {
  if (luck === 'none') return [];
  const share = chance.pick([0, 0, 0.5, 1]);
  const sectors = Array.from({ length: Math.ceil(bytes.length / sector) }, (_, n) =>
    bytes.subarray(n * sector, (n + 1) * sector),
  );
  return sectors.map((one) => (chance.real() < share ? one : null));
}

function write(path: string, at: number, parts: readonly (Buffer | null)[]): void {
  if (parts.every((part) => part === null) || !existsSync(path)) return;
  const descriptor = openSync(path, 'r+');
  for (const [n, part] of parts.entries())
    if (part) writeSync(descriptor, part, 0, part.length, at + n * sector);
  closeSync(descriptor);
}

function perform(copy: string, from: string, path: string, operation: Recorded): void {
  if (operation.does === 'make') closeSync(openSync(path, 'a'));
  if (operation.does === 'makeFolder') mkdirSync(path, { recursive: true });
  if (operation.does === 'remove') rmSync(path, { recursive: true, force: true });
  if (operation.does === 'rename') renameSync(path, join(copy, relative(from, operation.to)));
  if (operation.does === 'cut' && existsSync(path)) truncateSync(path, operation.to);
}
