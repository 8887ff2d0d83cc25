import type { Language } from '@guichet/contract/core/language';
import type { MailTry, PlatformTry } from '@guichet/contract/overview/home.setup';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { findAccount } from '../../../identity/users/users.service.ts';
import { ConnectorError, makeRemark, openConnector } from '../../../learning/learning.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import * as queries from './setup.queries.ts';

const timeoutSeconds = 10;

/** Asks the learning platform for its product; the step is done when the platform answers and names no problem. */
export async function tryLearningPlatform(context: AppContext, grant: SystemsGrant): Promise<PlatformTry> {
  const { learningPlatform } = context.config;
  const answer = await askPlatform(context);
  await write(context, grant, async (tx) => {
    if (answer.problems.length === 0)
      await queries.upsertStep(tx, 'learningPlatform', learningPlatform, context.clock.now());
    const detail = {
      name: answer.product ?? learningPlatform,
      reason: answer.problems.map(({ text }) => text).join(' '),
    };
    return record(null, { action: 'setup.platformTried', subject: null, detail });
  });
  return answer;
}

async function askPlatform(context: AppContext): Promise<PlatformTry> {
  try {
    const connector = openConnector(context);
    const { product, problems } = await connector.check(AbortSignal.timeout(timeoutSeconds * 1000));
    return { product, problems: [...problems] };
  } catch (error) {
    if (error instanceof ConnectorError) return { product: null, problems: [error.remark] };
    if (error instanceof DOMException)
      return { product: null, problems: [makeRemark('noAnswer', { seconds: timeoutSeconds })] };
    throw error;
  }
}

/** How long the request waits for the mail server. */
const timeoutMilliseconds = 5000;

/** The key of a test mail. It names the mail server, since a different server has to be tried anew. */
export function keyOfTry({ smtpUrl }: Pick<Config, 'smtpUrl'>, id: string): string {
  return `setupTest:${smtpUrl === null ? 'files' : new URL(smtpUrl).host}:${id}`;
}

/** @throws AppError `request.tooMany`, `session.missing` when the account has just been deleted */
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
    await outbox.mailPeople(context, tx, [{ ...account, id: null }], {
      text: (language) =>
        outbox.makeMailing(outbox.portalSender, { purpose, language }, mailText(purpose, language)),
      key: () => key,
      urgent: true,
    });
    await queries.upsertStep(tx, 'mailServer', key, context.clock.now());
    return record(null, { action: 'setup.mailTried', subject: null, detail: { recipient: email } });
  });
  return { recipient: email, ...(await outbox.waitForOutcome(context, key, language, timeoutMilliseconds)) };
}
