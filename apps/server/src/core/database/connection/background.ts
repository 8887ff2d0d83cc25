import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { openSemaphore } from '../../runtime/concurrency/semaphore.ts';

const background = new AsyncLocalStorage<true>();

/** Runs work for which nobody waits: on the embedded database, people's statements go first. */
export function inBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/** Runs background work until stopped; `stop` resolves once the work has ended. */
export function startInBackground(run: (stop: AbortSignal) => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = inBackground(() => run(stopping.signal));
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** However many people wait, background work goes on after this time. */
const longestMilliseconds = 2000;
const lookMilliseconds = 2;

/**
 * Takes connections for a database that runs one statement at a time. A background call waits until no person
 * waits, or for two seconds; background calls take turns, so a person waits for one such statement at most.
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
