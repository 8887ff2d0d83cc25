import { statfsSync } from 'node:fs';
import { DatabaseUnavailable } from './connection/unavailable.ts';

/**
 * The engine dies when its log of changes cannot grow, which it does by files of 16 MB; so a write is refused while
 * there is still room for two.
 */
const leastBytes = 32 * 1024 * 1024;

/** Bytes left to this program on the disk of a folder; null when there is no such folder. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export function hasSpace(folder: string): boolean {
  return (freeBytes(folder) ?? leastBytes) >= leastBytes;
}

/** @throws DatabaseUnavailable `full` */
export function requireSpace(folder: string): void {
  if (!hasSpace(folder)) throw new DatabaseUnavailable('full');
}
