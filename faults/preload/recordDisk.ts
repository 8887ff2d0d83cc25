/**
 * Loaded into the server before its own code: records all file operations of the embedded database's thread, in order,
 * in the file FAULTS_DISK_RECORD. A sync is recorded when it has completed, so that later acknowledgements follow it in
 * the record.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import type { DiskOperation } from '../disk/diskRecord.ts';

const path = process.env.FAULTS_DISK_RECORD;
const original = { ...fs };
const paths = new Map<number, string>();
const record = !isMainThread && path ? original.openSync(path, 'a') : -1;

function note(operation: DiskOperation, bytes: Uint8Array = new Uint8Array()): void {
  const head = Buffer.from(JSON.stringify({ ...operation, size: bytes.length }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  // A single write, so that a kill leaves no partial record.
  original.writevSync(record, [length, head, bytes]);
}

function pathOf(descriptor: number): string {
  return paths.get(descriptor) ?? '';
}

/** Wraps a function so that `done` is called after it. */
function followed<A extends unknown[], R>(call: (...args: A) => R, done: (args: A, result: R) => void) {
  return (...args: A): R => {
    const result = call(...args);
    done(args, result);
    return result;
  };
}

const watched = {
  openSync: followed(
    original.openSync as (file: string, flags: number) => number,
    ([file, flags], descriptor) => {
      paths.set(descriptor, String(file));
      if (typeof flags === 'number' && flags & original.constants.O_CREAT) note({ does: 'make', path: file });
      if (typeof flags === 'number' && flags & original.constants.O_TRUNC)
        note({ does: 'cut', path: file, to: 0 });
    },
  ),
  writeFileSync: followed(original.writeFileSync as (file: string, text: string) => void, ([file]) => {
    note({ does: 'make', path: file });
    note({ does: 'cut', path: file, to: 0 });
  }),
  writeSync: followed(
    original.writeSync as (fd: number, bytes: Uint8Array, from: number, length: number, at: number) => number,
    ([descriptor, bytes, from, , at], written) => {
      const view = new Uint8Array(bytes.buffer, bytes.byteOffset + from, written);
      note({ does: 'write', path: pathOf(descriptor), at }, view);
    },
  ),
  truncateSync: followed(original.truncateSync as (file: string, to: number) => void, ([file, to]) =>
    note({ does: 'cut', path: file, to }),
  ),
  ftruncateSync: followed(original.ftruncateSync as (fd: number, to: number) => void, ([descriptor, to]) =>
    note({ does: 'cut', path: pathOf(descriptor), to }),
  ),
  renameSync: followed(original.renameSync as (from: string, to: string) => void, ([from, to]) => {
    for (const [descriptor, open] of paths) if (open === from) paths.set(descriptor, to);
    note({ does: 'rename', path: from, to });
  }),
  unlinkSync: followed(original.unlinkSync as (file: string) => void, ([file]) =>
    note({ does: 'remove', path: file }),
  ),
  mkdirSync: followed(original.mkdirSync as (file: string) => void, ([file]) =>
    note({ does: 'makeFolder', path: file }),
  ),
  rmdirSync: followed(original.rmdirSync as (file: string) => void, ([file]) =>
    note({ does: 'remove', path: file }),
  ),
  fsyncSync: followed(original.fsyncSync, ([descriptor]) => note({ does: 'sync', path: pathOf(descriptor) })),
  fdatasyncSync: followed(original.fdatasyncSync, ([descriptor]) =>
    note({ does: 'sync', path: pathOf(descriptor) }),
  ),
};

if (record >= 0) {
  Object.assign(fs, watched);
  syncBuiltinESMExports();
}
