import { openSemaphore } from '../../runtime/concurrency/semaphore.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** How long a transaction waits for its share of the connections, as a call waits for a connection. */
const waitMilliseconds = 10_000;
/** Who waits beyond that many would wait in vain. */
const mostWaiting = 1000;

/**
 * Lets transactions have six in ten of the connections, so that one locked table, behind which writers pile up, leaves
 * room for everybody who reads. @throws DatabaseUnavailable `busy`
 */
export function shareOfWrites(connections: number) {
  if (connections < 2) return <T>(work: () => Promise<T>) => work();
  const acquire = openSemaphore(Math.max(1, Math.floor(connections * 0.6)), mostWaiting);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await acquire(AbortSignal.timeout(waitMilliseconds)).catch((cause) => {
      throw new DatabaseUnavailable('busy', cause);
    });
    try {
      return await work();
    } finally {
      release();
    }
  };
}
