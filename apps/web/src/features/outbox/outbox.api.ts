import type { Language } from '@guichet/contract/core/language';
import { getMail, listMails, retryMail, retryMails } from '@guichet/contract/outbox';
import { findOutgoingStatus, releaseOutgoing } from '@guichet/contract/outbox.status';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';
import type { CallInput } from '../../platform/call/input.ts';
import { hasMovingMails, isMailStateMoving } from './mail/mailState.ts';

const lookAgainMs = 3000;

export type MailFilter = NonNullable<CallInput<typeof listMails>['query']>;

/** A page of outgoing mails, failures in the reader's language; polled while some are pending. */
export function mailsOptions(filter: MailFilter, language: Language) {
  return queryOptions({
    queryKey: ['outbox', 'list', filter, language],
    queryFn: ({ signal }) => call(listMails, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && hasMovingMails(state.data.states) ? lookAgainMs : false),
  });
}

/** One mail, polled while it is pending. */
export function mailOptions(mailId: number, language: Language) {
  return queryOptions({
    queryKey: ['outbox', 'mail', mailId, language],
    queryFn: ({ signal }) => call(getMail, { params: { mailId }, signal }),
    refetchInterval: ({ state }) => isMailStateMoving(state.data?.state ?? null) && lookAgainMs,
  });
}

export function useRetryMail() {
  return useMutation({ mutationFn: (mailId: number) => call(retryMail, { params: { mailId } }) });
}

export function useRetryMails() {
  return useMutation({ mutationFn: (mailIds: number[]) => call(retryMails, { body: { mailIds } }) });
}

/** Whether mails may and can be sent, with the reason in the reader's language; polled while it is shown. */
export function wayOutOptions(language: Language) {
  return queryOptions({
    queryKey: ['outbox', 'wayOut', language],
    queryFn: ({ signal }) => call(findOutgoingStatus, { signal }),
    refetchInterval: lookAgainMs,
  });
}

export function useReleaseOutgoing() {
  return useMutation({ mutationFn: () => call(releaseOutgoing) });
}
