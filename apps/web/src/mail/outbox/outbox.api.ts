import type { Language } from '@guichet/contract/core/language';
import { retryMails, retryMaxMails } from '@guichet/contract/mail/outbox';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/call/call.ts';
import { query } from '../../core/call/query.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';

const pollMs = 3000;

interface Asked {
  readonly mailIds: readonly number[];
  /** Whether arrived mails are sent again as well. */
  readonly alsoSent: boolean;
}

/** The result for many mails to be sent again, one request after the other. */
export interface Retried {
  readonly again: number;
  readonly left: number;
  /** The number of mails asked for before a request failed. */
  readonly asked: number;
  /** Why the other mails were not asked for; null when all were. */
  readonly failure: unknown;
}

/** Sends any number of mails again. `asked`: the number that the server has answered for so far. */
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
  return queryOptions({ ...query(findOutgoingStatus, { language }), refetchInterval: pollMs });
}

/** Says that mails leave or have left, in these words; without a mail server, that the outbox keeps them. */
export function useSayLeaving(): (count: number, words: string) => string {
  const t = useT();
  const { data } = useQuery(outgoingStatusOptions(useLanguage()));
  return (count, words) => (data?.isFiled && count > 0 ? t('Outgoing.Kept', { count }) : words);
}
