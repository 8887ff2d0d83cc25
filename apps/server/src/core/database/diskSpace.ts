import { statfsSync } from 'node:fs';
import { DatabaseUnavailable } from './connection/unavailable.ts';

/** The embedded engine crashes if it cannot add a WAL file of 16 MB: below two files, writes are refused. */
const leastBytes = 32 * 1024 * 1024;

/** Free bytes on the disk of a folder; null if the folder does not exist. */
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
