import type { Language } from '@guichet/contract/core/language';
import {
  getPersonHistory,
  type HistoryEntry,
  inviteAgain,
  listAdministrators,
  sendResetLink,
} from '@guichet/contract/overview/support';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

/** Keyed by language, as the reasons of failed mails are texts. Polled while a mail is on its way. */
export function personHistoryOptions(id: number, language: Language) {
  return queryOptions({
    queryKey: ['support', id, language],
    queryFn: ({ signal }) => call(getPersonHistory, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.entries.some(isOnItsWay) ? 2000 : false),
  });
}

export function administratorsOptions() {
  return queryOptions({
    queryKey: ['support', 'administrators'],
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
}

function isOnItsWay({ event, mail }: HistoryEntry): boolean {
  return event === 'mailed' && (mail?.state === 'queued' || mail?.state === 'sending');
}

export function useSendResetLink(id: number) {
  return useMutation({ mutationFn: () => call(sendResetLink, { params: { id } }) });
}

export function useInviteAgain(id: number) {
  return useMutation({
    mutationFn: ({ cohortId, requestId }: { cohortId: number; requestId: string }) =>
      call(inviteAgain, { params: { id, cohortId }, body: { requestId } }),
  });
}
