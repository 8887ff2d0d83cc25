import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { openSemaphore } from '../../runtime/concurrency/semaphore.ts';

const background = new AsyncLocalStorage<true>();

/** Runs work that nobody waits for: on the embedded database its statements let those of people pass. */
export function inBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/** Background work must get on as well, however many people there are. */
const longestMilliseconds = 2000;
const lookMilliseconds = 2;

/**
 * Takes connections for a database that runs one statement at a time: a call in background waits until nobody else waits,
 * and one at a time, so that a person waits for one such statement at most.
 */
export function prioritizePeople<Connection>(connect: () => Promise<Connection>): () => Promise<Connection> {
  const acquireTurn = openSemaphore(1, Number.POSITIVE_INFINITY);
  let peopleWaiting = 0;

  async function connectInBackground(): Promise<Connection> {
    const release = await acquireTurn();
    try {
      const latest = performance.now() + longestMilliseconds;
      while (peopleWaiting > 0 && performance.now() < latest) await wait(lookMilliseconds);
      return await connect();
    } finally {
      release();
    }
  }

  return async () => {
    if (background.getStore()) return connectInBackground();
    peopleWaiting += 1;
    try {
      return await connect();
    } finally {
      peopleWaiting -= 1;
    }
  };
}
