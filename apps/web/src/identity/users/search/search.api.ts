import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import { emailKey } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import { sortFound } from '@guichet/contract/identity/users.order';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';
import { matchQueries, query } from '../../../core/call/query.ts';
import { everybody, firstOrder, type SearchState } from './filters/searchParams.ts';

export type FoundUsers = ReplyOf<typeof searchUsers>;

/**
 * A page of found people; a change of language fetches it again (S4.31). When the cache has all matches in
 * another order, they are sorted here at once and shown until the server answers.
 */
export function foundUsersOptions(client: QueryClient, state: SearchState, language: Language) {
  const body = searchRequest(state);
  return queryOptions({
    ...query(searchUsers, { body, language }),
    initialData: () => {
      const held = findWhole(client, { body: { filters: body.filters }, language });
      const { column, direction } = state.sort ?? firstOrder;
      const order = { field: column, descending: direction === 'descending' };
      return held && { ...held, data: sortFound(held.data, order) };
    },
    initialDataUpdatedAt: 0,
    placeholderData: keepPreviousData,
    // A hundred thousand people are too many to compare structurally or to cache for long.
    structuralSharing: state.size < everybody,
    gcTime: state.size < everybody ? 300_000 : 10_000,
  });
}

/** The newest cached reply that has all matches of these filters, in any order. */
function findWhole(client: QueryClient, asked: object): FoundUsers | undefined {
  const queryKey = [...matchQueries(searchUsers).queryKey, asked];
  const answers = client.getQueryCache().findAll({ queryKey }) as Query<FoundUsers>[];
  const [newest] = answers
    .filter(({ state: { data } }) => data && data.data.length === data.totalItems)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  return newest?.state.data;
}

/** Fetches all people who match the filters, on all pages, for the export. */
export function fetchAllFound(state: SearchState): Promise<FoundUsers> {
  return call(searchUsers, { body: searchRequest({ ...state, page: 1, size: everybody }) });
}

/** The person with this address, or null when nobody has it or the reader may not see them. */
export function holderOptions(email: string) {
  return queryOptions({
    ...query(searchUsers, { body: { filters: [{ searchTerm: email.trim(), pageSize: 10 }] } }),
    select: ({ data }) => data.find((user) => emailKey(user.email) === emailKey(email)) ?? null,
  });
}

/** The search request of the requirements: a filter with its page, and the order. */
function searchRequest(state: SearchState): BodyOf<typeof searchUsers> {
  const { q, status, newsletter, role, language, profession, workshopId, sort, page, size } = state;
  const { column, direction } = sort ?? firstOrder;
  return {
    filters: [
      {
        workshopId,
        searchTerm: q.trim(),
        status: status === null || status === 'locked' ? null : status === 'active',
        isLocked: status === 'locked' || null,
        newsLetter: newsletter === null ? null : newsletter === 'yes',
        role,
        language,
        profession,
        pageSize: size,
        pageIndex: page,
      },
    ],
    sortParams: {
      sortField: column === 'name' ? 'fullName' : column,
      sortDirection: direction === 'ascending' ? 1 : -1,
    },
  };
}
