import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Where Linux offers files in memory. */
const parent = '/dev/shm';
const prefix = 'guichet-tests-';
const neededBytes = 4 * 1024 ** 3;

/**
 * Settings for tests that make hundreds of databases and throw them away: their temporary files are in memory, where
 * making one takes a fifth of the time, if there is room. The folder goes with this process. Nothing of this is for
 * tests of what a disk keeps.
 * @returns {{TMPDIR: string} | {}}
 */
export function useMemoryFolder() {
  if (process.env.TMPDIR || !hasRoom()) return {};
  const folder = join(parent, `${prefix}${process.pid}`);
  try {
    removeAbandoned();
    mkdirSync(folder, { recursive: true });
    // PostgreSQL, which refuses to run as root, passes through it as another user.
    chmodSync(folder, 0o711);
  } catch {
    return {};
  }
  process.once('exit', () => remove(folder));
  return { TMPDIR: folder };
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(parent);
    return process.platform === 'linux' && Math.min(bavail * bsize, freemem()) >= neededBytes;
  } catch {
    return false;
  }
}

/** Removes the folders of processes that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    remove(join(parent, name));
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} folder */
function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
