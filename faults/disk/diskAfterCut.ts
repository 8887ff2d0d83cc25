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

/** How much of the unsynced data has reached the disk nevertheless. */
export type Luck = 'none' | 'some';

const sector = 512;

/**
 * Applies to `copy`, a copy of the folder `from` at the start, the state of the disk after a power cut behind these
 * operations. Renames keep their order, as in a journaling file system, and a sync of any file makes the earlier ones
 * durable; data written to a file is certain up to its last sync. The rest is lost, or kept sector by sector at random.
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

/** The file of each operation, by its final name. */
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

/** The surviving part of unsynced bytes, by sector; null when nothing survives. */
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
