import { statfsSync } from 'node:fs';
import { DatabaseUnavailable } from './connection/unavailable.ts';

/** The embedded engine crashes when it cannot extend its WAL, in files of 16 MB: writes are refused below the size of two. */
const leastBytes = 32 * 1024 * 1024;

/** Free bytes on the disk of a folder; null when the folder does not exist. */
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
