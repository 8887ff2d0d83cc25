import { readFileSync } from 'node:fs';

const everyMilliseconds = 250;

/**
 * Calls `end` once, when our parent process has exited.
 * @param {() => void} end
 */
export function watchParent(end) {
  return watch(() => String(process.ppid), end);
}

/**
 * npm exits at once on a signal and leaves its children running, with the port and the database. A shell is between npm
 * and us, so the grandparent is watched too, where the system allows.
 * @param {() => void} end called once, when one of the two has exited
 */
export function watchNpm(end) {
  return watch(() => `${process.ppid} ${parentOf(process.ppid)}`, end);
}

/**
 * @param {() => string} look
 * @param {() => void} end
 * @returns {() => void} ends the watch
 */
function watch(look, end) {
  const before = look();
  const timer = setInterval(() => {
    if (look() === before) return;
    clearInterval(timer);
    end();
  }, everyMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    // The process name in parentheses may contain blanks and parentheses.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return 'unknown';
  }
}
