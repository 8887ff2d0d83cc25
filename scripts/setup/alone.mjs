import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root, say } from './place.mjs';

const lookMilliseconds = 300;

/**
 * Runs `work` once no other process of this clone runs such work: two builds at once delete each other's files.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} lock the file with the id of the process at work; outside of node_modules, which an installation empties
 */
export async function runAlone(work, lock = join(root, '.building')) {
  for (let other = take(lock), isTold = false; other !== null; other = take(lock)) {
    if (!isTold)
      say({
        fr: `Une autre commande construit déjà ici (processus ${other}); celle-ci attend qu’elle ait fini. Si ce processus n’est pas d’ici, supprimez ${lock}.`,
        en: `Another command is building here (process ${other}); this one waits for it. If that process is another program, delete ${lock}.`,
      });
    isTold = true;
    await wait(lookMilliseconds);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock @returns {number | null} the process that has the lock; null once it is this one, or where nothing can be written */
function take(lock) {
  const own = `${lock}.${process.pid}`;
  try {
    // The file appears with the id in it.
    writeFileSync(own, `${process.pid}`);
    linkSync(own, lock);
    return null;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return null;
  } finally {
    rmSync(own, { force: true });
  }
  const other = readHolder(lock);
  if (other !== null && isAlive(other)) return other;
  // Left by a process that was killed.
  rmSync(lock, { force: true });
  return take(lock);
}

/** @param {string} lock */
function readHolder(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || null;
  } catch {
    return null;
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
