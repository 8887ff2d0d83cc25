import { AppError } from '../errors.ts';

/**
 * A semaphore with a bounded queue. The promise resolves to the function that frees the place; `waiting`
 * counts the queue.
 * @param timeoutMs how long a caller without a signal of its own waits; absent: as long as it takes
 * @throws AppError `busy` when too many wait; the signal's reason when aborted while waiting
 */
export function openSemaphore(atOnce: number, mostWaiting: number, timeoutMs?: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const end = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const acquire = async (signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted();
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= mostWaiting) throw new AppError('busy', { headers: { 'retry-after': '5' } });
      // Made only for those who wait: a timer that nobody needs ends as an error that nobody reads.
      await waitIn(waiting, signal ?? (timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)));
    }
    return end;
  };
  return Object.assign(acquire, { waiting: () => waiting.length });
}

function waitIn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(proceed), 1);
      reject(signal?.reason);
    };
    const proceed = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    waiting.push(proceed);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
