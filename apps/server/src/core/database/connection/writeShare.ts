import { openSemaphore } from '../../runtime/concurrency/semaphore.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** How long a transaction waits for a slot; the same as the wait for a connection. */
const waitMilliseconds = 10_000;
/** Queue limit; longer queues would only time out. */
const mostWaiting = 1000;

/**
 * Limits transactions to six out of ten connections, so that writers behind a locked table leave connections
 * for reads.
 * @throws DatabaseUnavailable `busy`
 */
export function shareOfWrites(connections: number) {
  if (connections < 2) return <T>(work: () => Promise<T>) => work();
  const acquire = openSemaphore(Math.max(1, Math.floor(connections * 0.6)), mostWaiting, waitMilliseconds);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await acquire().catch((cause) => {
      throw new DatabaseUnavailable('busy', cause);
    });
    try {
      return await work();
    } finally {
      release();
    }
  };
}
