import { type ImpersonationForm, impersonate } from '@guichet/contract/identity/sessions.impersonation';
import {
  endOtherSessions,
  endOwnSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from '@guichet/contract/identity/sessions.list';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

export function useImpersonate(userId: number) {
  return useMutation({
    mutationFn: (form: ImpersonationForm) => call(impersonate, { params: { id: userId }, body: form }),
  });
}

const all = ['sessions'];

export function ownSessionsOptions() {
  return queryOptions({
    queryKey: [...all, 'own'],
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
  });
}

export function userSessionsOptions(id: number) {
  return queryOptions({
    queryKey: [...all, id],
    queryFn: ({ signal }) => call(listUserSessions, { params: { id }, signal }),
    // Always fetched again, since sessions may have opened and closed.
    staleTime: 0,
  });
}

export function useEndOwnSession() {
  return useEnding((sessionId: string) => call(endOwnSession, { params: { sessionId } }));
}

/** Handles the result here, since the button unmounts with the last other session. */
export function useEndOtherSessions(onEnded: (count: number) => void) {
  return useEnding(async () => onEnded(await call(endOtherSessions)));
}

export function useEndUserSessions(id: number) {
  return useEnding(() => call(endUserSessions, { params: { id } }));
}

/** Reloads the list, also after a refusal, which may mean that the list was outdated. */
function useEnding<Named, Result>(mutationFn: (named: Named) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: all }) });
}
