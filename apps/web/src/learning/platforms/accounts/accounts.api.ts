import type { ReplyOf } from '@guichet/contract/core/endpoint';
import {
  type AccountMatch,
  joinAccounts,
  joinedBy,
  listAccountMatches,
  listPlatformAccounts,
  mostJoined,
  type PlatformAccount,
} from '@guichet/contract/learning/learning.accounts';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';
import { matchQueries } from '../../../core/call/query.ts';

export type By = (typeof joinedBy)[number];
export const ways = joinedBy;

type MatchPage = ReplyOf<typeof listAccountMatches>;

/** Asks the platform page by page, so that each account is offered as it is there now. */
export function matchesOptions(platformId: number | null, by: By) {
  return infiniteQueryOptions({
    queryKey: [...matchQueries(listAccountMatches).queryKey, platformId, by],
    queryFn: ({ signal, pageParam }) =>
      call(listAccountMatches, { body: { platformId, by, after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    gcTime: 0,
  });
}

export function accountsOptions(platformId: number | null) {
  return queryOptions({
    queryKey: [...matchQueries(listPlatformAccounts).queryKey, platformId],
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

export interface Joined {
  readonly count: number;
  readonly refused: readonly { readonly match: AccountMatch; readonly obstacle: AccountMatch['obstacle'] }[];
  /** Why the platform did not answer about the matches that are still listed; null when it answered. */
  readonly problem: Remark | null;
}

/** Joins matches in parts; each finished part leaves the list at once, and is not sent again. */
export function useJoin(platformId: number | null, by: By) {
  const queries = useQueryClient();
  const { queryKey } = matchesOptions(platformId, by);
  return useMutation({
    mutationFn: async (matches: readonly AccountMatch[]): Promise<Joined> => {
      let count = 0;
      const refused: Joined['refused'][number][] = [];
      for (let from = 0; from < matches.length; from += mostJoined) {
        const part = matches.slice(from, from + mostJoined);
        const pairs = part.map(({ userId, account }) => ({ userId, externalId: account.externalId }));
        const reply = await call(joinAccounts, { body: { platformId, by, pairs } });
        if (reply.problem) return { count, refused, problem: reply.problem };
        for (const { userId, obstacle } of reply.refused) {
          const match = part.find((one) => one.userId === userId);
          if (match) refused.push({ match, obstacle });
        }
        count += part.length - reply.refused.length;
        queries.setQueryData(queryKey, (data) => data && without(data, part, reply.refused));
      }
      return { count, refused, problem: null };
    },
  });
}

/** The pages without joined matches. A refused match stays if it has an obstacle, else it goes as well. */
function without(
  data: InfiniteData<MatchPage>,
  part: readonly AccountMatch[],
  refused: ReplyOf<typeof joinAccounts>['refused'],
): InfiniteData<MatchPage> {
  const rest = (match: AccountMatch) => {
    if (!part.some(({ userId }) => userId === match.userId)) return match;
    const obstacle = refused.find(({ userId }) => userId === match.userId)?.obstacle;
    return obstacle ? { ...match, obstacle } : [];
  };
  return { ...data, pages: data.pages.map((page) => ({ ...page, matches: page.matches.flatMap(rest) })) };
}
