import { readFileSync } from 'node:fs';

/** A file operation of the program. */
export type DiskOperation =
  | { readonly does: 'make' | 'makeFolder' | 'remove' | 'sync'; readonly path: string }
  | { readonly does: 'write'; readonly path: string; readonly at: number }
  | { readonly does: 'cut'; readonly path: string; readonly to: number }
  | { readonly does: 'rename'; readonly path: string; readonly to: string };

export type Recorded = DiskOperation & { readonly bytes: Buffer };

/** The operations of a record up to byte `length`. */
export function readRecord(path: string, length: number): Recorded[] {
  const record = readFileSync(path).subarray(0, length);
  const operations: Recorded[] = [];
  for (let at = 0; at + 4 <= record.length; ) {
    const headLength = record.readUInt32LE(at);
    const bodyAt = at + 4 + headLength;
    if (bodyAt > record.length) break;
    const { size, ...operation } = JSON.parse(record.toString('utf8', at + 4, bodyAt)) as DiskOperation & {
      size: number;
    };
    if (bodyAt + size > record.length) break;
    operations.push({ ...operation, bytes: record.subarray(bodyAt, bodyAt + size) });
    at = bodyAt + size;
  }
  return operations;
}
