import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { mailPeople, makeMailing } from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import { findAccountSender } from '../sender/accountSender.ts';
import type { LockedPerson } from './userChanges.queries.ts';

/** Mails a person that their account is locked or no longer, and whose office to call; no administrators see the mail. */
export async function tellOfLock(
  context: AppContext,
  tx: WriteTx,
  person: LockedPerson,
  purpose: 'accountLocked' | 'accountUnlocked',
): Promise<void> {
  if (person.deactivatedAt) return;
  await mailPeople(context, tx, [person], {
    text: async (language) => {
      const from = await findAccountSender(context, tx, person, language);
      return { ...makeMailing(from, { purpose, language }, mailText(purpose, language)), systemId: null };
    },
    key: () => `${purpose}:${context.clock.uuid()}`,
    urgent: true,
  });
}
