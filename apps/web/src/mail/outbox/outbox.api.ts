import type { Language } from '@guichet/contract/core/language';
import {
  getMail,
  listMails,
  listRetryable,
  retryMail,
  retryMails,
  retryMaxMails,
} from '@guichet/contract/mail/outbox';
import { findOutgoingStatus, releaseOutgoing } from '@guichet/contract/mail/outbox.status';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/call/call.ts';
import type { CallInput } from '../../core/call/input.ts';
import { hasMovingMails, isMailStateMoving } from './mail/mailState.ts';

const lookAgainMs = 3000;

export type MailFilter = NonNullable<CallInput<typeof listMails>['query']>;

/** A page of outgoing mails, with failures in the reader's language; polled while some are pending. */
export function mailsOptions(filter: MailFilter, language: Language) {
  return queryOptions({
    queryKey: ['outbox', 'list', filter, language],
    queryFn: ({ signal }) => call(listMails, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && hasMovingMails(state.data.states) ? lookAgainMs : false),
  });
}

/** A mail, polled while pending. */
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

/** Finds all mails of a list that may be sent again, on all pages; with `sent`, only arrived mails. */
export function useListRetryable() {
  return useMutation({
    mutationFn: (filter: NonNullable<CallInput<typeof listRetryable>['query']>) =>
      call(listRetryable, { query: filter }),
  });
}

interface Asked {
  readonly mailIds: readonly number[];
  /** Whether arrived mails are sent again as well. */
  readonly alsoSent: boolean;
}

/** The result for many mails to be sent again, one request after the other. */
interface Retried {
  readonly again: number;
  readonly left: number;
  /** The number of mails asked for before a request failed. */
  readonly asked: number;
  /** Why the other mails were not asked for; null when all were. */
  readonly failure: unknown;
}

/**
 * Sends any number of mails again. `asked` is the number of mails that the server has answered for so far.
 */
export function useRetryMails() {
  const [asked, setAsked] = useState(0);
  const retry = useMutation({
    async mutationFn({ mailIds, alsoSent }: Asked): Promise<Retried> {
      let done: Retried = { again: 0, left: 0, asked: 0, failure: null };
      setAsked(0);
      while (done.asked < mailIds.length) {
        const part = mailIds.slice(done.asked, done.asked + retryMaxMails);
        try {
          const { again, left } = await call(retryMails, {
            body: { mailIds: part, ...(alsoSent && { alsoSent }) },
          });
          done = {
            again: done.again + again,
            left: done.left + left,
            asked: done.asked + part.length,
            failure: null,
          };
        } catch (failure) {
          return { ...done, failure };
        }
        setAsked(done.asked);
      }
      return done;
    },
  });
  return { retry, asked };
}

/** Whether mails may and can be sent, with the reason in the reader's language; polled while shown. */
export function outgoingStatusOptions(language: Language) {
  return queryOptions({
    queryKey: ['outbox', 'outgoing', language],
    queryFn: ({ signal }) => call(findOutgoingStatus, { signal }),
    refetchInterval: lookAgainMs,
  });
}

export function useReleaseOutgoing() {
  return useMutation({ mutationFn: () => call(releaseOutgoing) });
}
