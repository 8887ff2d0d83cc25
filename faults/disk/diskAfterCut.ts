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
  deeds: readonly Recorded[],
  luck: Luck,
  chance: Chance,
) {
  const files = followNames(deeds);
  const lastSync = new Map<number, number>();
  for (const [n, { does }] of deeds.entries()) if (does === 'sync') lastSync.set(files[n] as number, n);
  const lastSyncOfAll = Math.max(-1, ...lastSync.values());
  const namesUpTo = luck === 'none' ? lastSyncOfAll : chance.whole(lastSyncOfAll, deeds.length - 1);
  for (const [n, deed] of deeds.entries()) {
    const path = join(copy, relative(from, deed.path));
    const isCertain = n <= (lastSync.get(files[n] as number) ?? -1);
    if (deed.does === 'write')
      write(path, deed.at, isCertain ? [deed.bytes] : remnants(deed.bytes, luck, chance));
    else if (n <= namesUpTo || (deed.does === 'cut' && isCertain)) perform(copy, from, path, deed);
  }
}

/** For each deed, which file it is about, whatever that is called by then. */
function followNames(deeds: readonly Recorded[]): number[] {
  const named = new Map<string, number>();
  let count = 0;
  const fileAt = (path: string) => {
    const file = named.get(path) ?? ++count;
    named.set(path, file);
    return file;
  };
  return deeds.map((deed) => {
    const file = fileAt(deed.path);
    if (deed.does === 'remove' || deed.does === 'rename') named.delete(deed.path);
    if (deed.does === 'rename') named.set(deed.to, file);
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

function perform(copy: string, from: string, path: string, deed: Recorded): void {
  if (deed.does === 'make') closeSync(openSync(path, 'a'));
  if (deed.does === 'makeFolder') mkdirSync(path, { recursive: true });
  if (deed.does === 'remove') rmSync(path, { recursive: true, force: true });
  if (deed.does === 'rename') renameSync(path, join(copy, relative(from, deed.to)));
  if (deed.does === 'cut' && existsSync(path)) truncateSync(path, deed.to);
}
