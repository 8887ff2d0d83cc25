import type { ListedMail } from '@guichet/contract/mail/outbox';
import { useState } from 'react';
import { isSelectable } from './mail/RetryMail.tsx';

/** The selected mails by id. `isSent` marks an arrived mail, whose reader would get a second copy. */
export type ChosenMails = ReadonlyMap<number, { readonly isSent: boolean }>;

/** The selected mails, kept from page to page and cleared when the filters change. */
export function useChosenMails(listKey: string) {
  const [kept, keep] = useState({ listKey, mails: none });
  const chosen = kept.listKey === listKey ? kept.mails : none;

  function choose(mails: readonly ListedMail[], isChosen: boolean) {
    const next = new Map(chosen);
    for (const mail of mails.filter(isSelectable)) {
      if (isChosen) next.set(mail.id, { isSent: mail.state === 'sent' });
      else next.delete(mail.id);
    }
    keep({ listKey, mails: next });
  }

  return { chosen, choose, set: (mails: ChosenMails) => keep({ listKey, mails }) };
}

const none: ChosenMails = new Map();
