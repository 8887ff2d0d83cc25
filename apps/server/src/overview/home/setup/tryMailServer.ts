import type { Language } from '@guichet/contract/core/language';
import type { MailTry } from '@guichet/contract/overview/home.setup';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { findAccount } from '../../../identity/users/users.service.ts';
import { mailPeople, makeMailing, outcomeOf, portalSender } from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import { upsertStep } from './setup.queries.ts';

/** How long the request waits for the mail server. */
const patienceMilliseconds = 5000;

/** The key of a test mail. It names the mail server, since a different server has to be tried anew. */
export function keyOfTry({ smtpUrl }: Pick<Config, 'smtpUrl'>, id: string): string {
  return `setupTest:${smtpUrl === null ? 'files' : new URL(smtpUrl).host}:${id}`;
}

/**
 * Sends a test mail to the caller; returns its state, with the reason in the language of the request.
 * @throws AppError `request.tooMany`, `session.missing` when the account has just been deleted
 */
export async function tryMailServer(
  context: AppContext,
  grant: SystemsGrant,
  language: Language,
): Promise<MailTry> {
  const account = await findAccount(context.database.read, grant.identity.userId);
  if (!account) throw new AppError('session.missing');
  await enforceRateLimit(context, 'testMail', account.id);
  const key = keyOfTry(context.config, context.clock.uuid());
  const { email } = account;
  const purpose = 'setupTest';
  await write(context, grant, async (tx) => {
    await mailPeople(context, tx, [account], {
      text: (language) => makeMailing(portalSender, { purpose, language }, mailText(purpose, language)),
      key: () => key,
      urgent: true,
    });
    await upsertStep(tx, 'mailServer', key, context.clock.now());
    return record(null, { action: 'setup.mailTried', subject: null, detail: { recipient: email } });
  });
  return { recipient: email, ...(await outcomeOf(context, key, language, patienceMilliseconds)) };
}
