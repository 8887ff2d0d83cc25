import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import { findWorkshop, listProfessions, listRoles, searchUsers } from '@guichet/contract/users.search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';
import { everybody, type SearchState } from './searchParams.ts';
import { searchRequest } from './searchRequest.ts';

export type FoundUsers = ReplyOf<typeof searchUsers>;

export const foundUsersKey = ['users', 'found'];

/** A page of the people found; a change of language asks anew (S4.31). */
export function foundUsersOptions(state: SearchState, language: Language) {
  return queryOptions({
    queryKey: [...foundUsersKey, language, state],
    queryFn: ({ signal }) => call(searchUsers, { body: searchRequest(state), signal }),
    placeholderData: keepPreviousData,
    // A hundred thousand people are neither compared with those before nor kept for long.
    structuralSharing: state.size < everybody,
    gcTime: state.size < everybody ? 300_000 : 10_000,
  });
}

/** Everybody whom the filters find, whichever page shows: for a file. */
export function fetchAllFound(state: SearchState): Promise<FoundUsers> {
  return call(searchUsers, { body: searchRequest({ ...state, page: 1, size: everybody }) });
}

export function rolesOptions(language: Language) {
  return queryOptions({
    queryKey: ['users', 'roles', language],
    queryFn: ({ signal }) => call(listRoles, { signal }),
  });
}

export function professionsOptions(language: Language) {
  return queryOptions({
    queryKey: ['users', 'professions', language],
    queryFn: ({ signal }) => call(listProfessions, { signal }),
  });
}

export function workshopOptions(workshopId: number | null) {
  return queryOptions({
    queryKey: ['users', 'workshop', workshopId],
    queryFn: ({ signal }) => call(findWorkshop, { params: { workshopId: workshopId ?? 0 }, signal }),
    enabled: workshopId !== null,
  });
}
