import type { AppContext } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { mailPeople, makeMailing, portalSender } from '../../mail/outbox/outbox.service.ts';
import { type MailName, mailText, mailWords } from '../../mail/texts/texts.service.ts';
import type { Account } from '../users/users.service.ts';

/** Mails a person about a change of their factors. */
export async function queueFactorMail(
  context: AppContext,
  tx: WriteTx,
  account: Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'language'>,
  purpose: FactorMailKind,
): Promise<void> {
  await mailPeople(context, tx, [account], {
    text: (language) =>
      makeMailing(
        portalSender,
        { purpose, language },
        mailText(purpose, language, mailWords[language].factors.closing),
      ),
    key: () => `${purpose}:${context.clock.uuid()}`,
    urgent: true,
  });
}

export type FactorMailKind = Extract<
  MailName,
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'factorsReset'
  | 'factorsEnded'
>;
