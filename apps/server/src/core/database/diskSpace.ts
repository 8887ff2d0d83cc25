import { statfsSync } from 'node:fs';
import { operatorText } from '../runtime/operatorText.ts';
import { DatabaseUnavailable } from './connection/unavailable.ts';

const megabyte = 1024 * 1024;
/** The embedded engine crashes if it cannot add a WAL file of 16 MB: below two files, writes are refused. */
const leastBytes = 32 * megabyte;

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

/** The way on for an operator where the disk of the embedded database is full. */
export function describeFull(folder: string, text = operatorText): string {
  const free = Math.floor((freeBytes(folder) ?? 0) / megabyte);
  return text('databaseFull', { folder, free, needed: leastBytes / megabyte });
}

/** @throws DatabaseUnavailable `full` */
export function requireSpace(folder: string): void {
  if (!hasSpace(folder)) throw new DatabaseUnavailable('full');
}
