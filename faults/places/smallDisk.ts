import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { NotHere } from '../fault.ts';
import { makeFolder, removeFolder } from './machine.ts';

/** A tmpfs of a given size in MB that can be filled up. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills it up to the given free space. */
  fill(leftMegabytes: number): void;
  /** Frees the filled space. */
  empty(): void;
  remove(): void;
}

const megabyte = 1024 * 1024;

/** @throws NotHere without the right to mount */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = makeFolder('guichet-faults-small-');
  try {
    if (process.platform !== 'linux') throw new Error('not Linux');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    throw new NotHere('A small disk can only be mounted on Linux, as root: skipped.');
  }
  const unmount = () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
  // Before the folder itself is removed at the exit.
  process.prependOnceListener('exit', unmount);
  const filling = join(folder, 'filling');
  return {
    folder,
    fill(left) {
      const { bavail, bsize } = statfsSync(folder);
      const rest = bavail * bsize - left * megabyte;
      if (rest > 0) fillFile(filling, rest);
    },
    empty: () => rmSync(filling, { force: true }),
    remove() {
      process.off('exit', unmount);
      unmount();
      removeFolder(folder);
    },
  };
}

function fillFile(path: string, bytes: number): void {
  mkdirSync(join(path, '..'), { recursive: true });
  const descriptor = openSync(path, 'w');
  const block = Buffer.alloc(megabyte);
  for (let left = bytes; left > 0; left -= block.length)
    writeSync(descriptor, block, 0, Math.min(left, block.length));
  closeSync(descriptor);
}
