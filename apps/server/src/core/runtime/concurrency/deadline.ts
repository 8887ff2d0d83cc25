import { setTimeout as wait } from 'node:timers/promises';

const turnMilliseconds = 100;

/**
 * Returns the result of `work`, or of `late()` after about `milliseconds`. Counts time in timer ticks of this
 * process, so that after a blocked event loop, or sleep, an answer that has arrived still counts.
 */
export async function withDeadline<T, L>(
  milliseconds: number,
  work: Promise<T>,
  late: () => L,
): Promise<T | L> {
  const over = new AbortController();
  const deadline = async () => {
    for (let turn = 0; turn < milliseconds / turnMilliseconds; turn += 1)
      await wait(turnMilliseconds, undefined, { signal: over.signal, ref: false });
    return late();
  };
  try {
    return await Promise.race([work, deadline()]);
  } finally {
    over.abort();
  }
}
