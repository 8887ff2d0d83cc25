import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { listEntrances } from '@guichet/contract/identity/access';
import { hashKey, MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailed } from '../core/call/CallFailed.ts';
import { query } from '../core/call/query.ts';
import { showOwnName } from '../core/session/ownName.ts';

const tries = 3;
const entrances = hashKey(query(listEntrances).queryKey);

// Notifies before the next event instead of after a timer, so that the second half of a double click meets a
// busy button.
notifyManager.setScheduler(queueMicrotask);

/** The query cache. Every write invalidates all queries on the screen, so no room needs to know another. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Ignores `navigator.onLine`, which is unreliable; the calls themselves find out.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: isWorthAnotherTry,
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      // Somebody may have corrected the name since the sign-in.
      onSuccess: (reply, { queryHash }) => {
        if (queryHash === entrances) showOwnName((reply as ReplyOf<typeof listEntrances>).fullName);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries(),
      // Somebody else has deleted the object, so the screen is outdated.
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
