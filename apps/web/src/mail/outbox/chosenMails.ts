import type { ListedMail } from '@guichet/contract/mail/outbox';
import { useState } from 'react';
import { isRetryable, isSelectable } from './mail/RetryMail.tsx';

/** The mails that are selected, by id: whether each has arrived, so that its reader would get it a second time. */
export type ChosenMails = ReadonlyMap<number, { readonly isSent: boolean }>;

/** Kept from page to page, cleared when the filters change. */
export function useChosenMails(listKey: string) {
  const [kept, keep] = useState({ listKey, mails: none });
  const chosen = kept.listKey === listKey ? kept.mails : none;

  function choose(mails: readonly ListedMail[], isChosen: boolean) {
    const next = new Map(chosen);
    for (const mail of mails.filter(isSelectable)) {
      if (isChosen) next.set(mail.id, { isSent: !isRetryable(mail) });
      else next.delete(mail.id);
    }
    keep({ listKey, mails: next });
  }

  return { chosen, choose, set: (mails: ChosenMails) => keep({ listKey, mails }) };
}

const none: ChosenMails = new Map();
