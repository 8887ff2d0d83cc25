import { setTimeout as wait } from 'node:timers/promises';

const turnMilliseconds = 100;

/**
 * What `work` answers, or `late` when it takes longer than about `milliseconds`. The time is counted in turns of this
 * process, so that one which was busy or asleep itself does not take an answer that has come for one that has not.
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
