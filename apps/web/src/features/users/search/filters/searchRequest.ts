import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { searchUsers } from '@guichet/contract/users.search';
import { firstOrder, type SearchState } from './searchParams.ts';

/** The search request of the specification: one filter with its page, and the order. */
export function searchRequest(state: SearchState): BodyOf<typeof searchUsers> {
  const { q, status, newsletter, role, language, profession, workshopId, sort, page, size } = state;
  const { column, direction } = sort ?? firstOrder;
  return {
    filters: [
      {
        workshopId,
        searchTerm: q.trim(),
        status: status === null ? null : status === 'active',
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
