import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';
import { CallFailed } from '../platform/call/CallFailed.ts';

const tries = 3;

// Before the next event and not after a timer: the second half of a double click finds its button busy already.
notifyManager.setScheduler(queueMicrotask);

/** The cache of what the server said. After every write all that shows is asked anew, so no room need know another. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // The browser's word that there is no network is often wrong; the calls themselves find out.
      queries: { networkMode: 'always', retry: isWorthAnotherTry, staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries(),
      // Somebody else took away what was to be changed: what shows is out of date.
      onError: (failure) => {
        if (failure instanceof CallFailed && failure.status === 404) void client.invalidateQueries();
      },
    }),
  });
  return client;
}

function isWorthAnotherTry(failed: number, failure: unknown): boolean {
  return failed < tries - 1 && failure instanceof CallFailed && [0, 502, 503, 504].includes(failure.status);
}
