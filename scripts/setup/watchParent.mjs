import { readFileSync } from 'node:fs';

const everyMilliseconds = 250;

/**
 * Calls `end` once, when the process that started us has gone.
 * @param {() => void} end
 */
export function watchParent(end) {
  return watch(() => String(process.ppid), end);
}

/**
 * npm ends at once when it is told to, and leaves behind what it started, with the port and the database in its hands.
 * Between npm and us stands a shell, so we look one step further than our parent where the system tells.
 * @param {() => void} end called once, when one of the two has gone
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
    // The name in brackets may hold blanks and brackets itself.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return 'unknown';
  }
}
