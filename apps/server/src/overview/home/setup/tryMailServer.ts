import type { Language } from '@guichet/contract/core/language';
import type { MailTry } from '@guichet/contract/overview/home.setup';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { findAccount } from '../../../identity/users/users.service.ts';
import { enqueueMail, openMailing, outcomeOf } from '../../../mail/outbox/outbox.service.ts';
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
  const now = context.clock.now();
  const { id: userId, email, firstName, lastName } = account;
  await write(context, grant, async (tx) => {
    const mailingId = await openMailing(context, tx, {
      systemId: null,
      purpose: 'setupTest',
      language: account.language,
      frame: null,
      ...texts[account.language],
      attachmentId: null,
      variables: { linkSystemId: null },
    });
    const variables = { email, firstName, lastName };
    await enqueueMail(tx, { mailingId, systemId: null, key, userId, variables, urgent: true }, now);
    await upsertStep(tx, 'mailServer', key, now);
    return record(null, { action: 'setup.mailTried', subject: null, detail: { recipient: email } });
  });
  return { recipient: email, ...(await outcomeOf(context, key, language, patienceMilliseconds)) };
}

const texts: Record<Language, { readonly subject: string; readonly body: string }> = {
  fr: {
    subject: 'Essai du serveur de messagerie',
    body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Ce courriel est arrivé\u00a0: le portail envoie donc bien ses courriels. Vous l’avez demandé à partir de la page d’accueil.</p>
<p><a href="{{loginUrl}}">Aller au portail</a></p>`,
  },
  en: {
    subject: 'Mail server test',
    body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>This email has arrived, so the portal does send its emails. You asked for it on the home page.</p>
<p><a href="{{loginUrl}}">Go to the portal</a></p>`,
  },
};
