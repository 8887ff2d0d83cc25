import {
  type AccountMatch,
  joinAccounts,
  joinedBy,
  listAccountMatches,
  listPlatformAccounts,
  type PlatformAccount,
  releaseAccount,
} from '@guichet/contract/learning.accounts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/call/call.ts';

export type By = (typeof joinedBy)[number];
export const ways = joinedBy;

const key = ['platforms', 'accounts'];

/** Asks the platform, page by page: an account is offered as it stands there now. */
export function matchesOptions(platformId: number | null, by: By) {
  return infiniteQueryOptions({
    queryKey: [...key, 'matches', platformId, by],
    queryFn: ({ signal, pageParam }) =>
      call(listAccountMatches, { body: { platformId, by, after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    gcTime: 0,
  });
}

export function accountsOptions(platformId: number | null) {
  return queryOptions({
    queryKey: [...key, 'list', platformId],
    queryFn: async () => {
      const all: PlatformAccount[] = [];
      let after: number | null = 0;
      while (after !== null) {
        const page: { accounts: PlatformAccount[]; next: number | null } = await call(listPlatformAccounts, {
          body: { platformId, after },
        });
        all.push(...page.accounts);
        after = page.next;
      }
      return all;
    },
    gcTime: 0,
  });
}

export function useJoin(platformId: number | null, by: By) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (matches: readonly AccountMatch[]) => {
      const pairs = matches.map(({ userId, account }) => ({ userId, externalId: account.externalId }));
      return call(joinAccounts, { body: { platformId, by, pairs } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export function useRelease(platformId: number | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (userId: number) => call(releaseAccount, { body: { platformId, userId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
