import { setTimeout as wait } from 'node:timers/promises';
import type { LinkOutcome } from '@guichet/contract/account';
import { emailKey } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import { record, unchanged, write } from '../../audit/audit.service.ts';
import { cancelMailsWithKeys, enqueueMail, openMailing } from '../../outbox/outbox.service.ts';
import type { AnyoneGrant } from '../../platform/http/grant.ts';
import { networkOf } from '../../platform/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../platform/rateLimit/rateLimit.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { sameFormSeconds, secondsAfter } from '../../platform/runtime/clock.ts';
import { type Account, findAccountByEmail } from '../../users/users.service.ts';
import { deleteUnusedTokensOf, hasFreshToken, insertToken, lockAccount } from '../account.queries.ts';
import { resetMail } from '../mails.ts';
import { findSender } from '../sender.ts';

const linkSeconds = 60 * 60;
/** Within so long a link that the sign-in has mailed is not mailed again. */
const sameLinkSeconds = 5 * 60;
/** Longer than it takes to find an account and queue its mail, so that the time tells nothing about it. */
const concealedMilliseconds = 300;

export interface LinkRequest {
  readonly email: string;
  /** The system on whose page it was asked: its title, its sender, its sign-in page. */
  readonly systemId?: number | null | undefined;
  readonly languageId: Language;
}

/**
 * Queues the mail with a link to a new password. A person whose account is deactivated is answered like any other
 * and gets none: the link would lead to a sign-in that is refused.
 * @throws AppError `request.tooMany`
 */
export async function askForLink(
  context: AppContext,
  grant: AnyoneGrant,
  request: LinkRequest,
  address: string,
): Promise<LinkOutcome> {
  await enforceRateLimit(context, 'resetLinkNetwork', networkOf(address));
  await enforceRateLimit(context, 'resetLinkEmail', emailKey(request.email));
  const { concealAccounts } = context.config;
  const shortest = concealAccounts ? wait(concealedMilliseconds) : null;
  const account = await findAccountByEmail(context.database.read, request.email);
  if (account && !account.deactivatedAt) await queueLink(context, grant, request, account, sameFormSeconds);
  await shortest;
  return account || concealAccounts ? 'queued' : 'unknownEmail';
}

/** The same for a person whose password alone does not open the account; one who tries again soon has the link already. */
export function mailLinkTo(context: AppContext, grant: AnyoneGrant, account: Account): Promise<void> {
  return queueLink(context, grant, { languageId: account.language }, account, sameLinkSeconds);
}

async function queueLink(
  context: AppContext,
  grant: AnyoneGrant,
  { systemId, languageId: language }: Pick<LinkRequest, 'systemId' | 'languageId'>,
  account: Account,
  freshSeconds: number,
): Promise<void> {
  const now = context.clock.now();
  const expiresAt = secondsAfter(now, linkSeconds);
  const subject = context.clock.uuid();
  const from = await findSender(context.database.read, systemId ?? null, language);
  const { email, firstName, lastName } = account;
  await write(context, grant, async (tx) => {
    await lockAccount(tx, account.id);
    // The same form, sent twice: one mail is on its way.
    if (await hasFreshToken(tx, account.id, secondsAfter(now, -freshSeconds))) return unchanged(null);
    const voided = await deleteUnusedTokensOf(tx, account.id);
    await cancelMailsWithKeys(tx, voided.map(keyOf));
    const token = { id: subject, user_id: account.id, purpose: 'resetPassword' as const };
    await insertToken(tx, { ...token, issued_at: now, expires_at: expiresAt, used_at: null });
    const mailingId = await openMailing(context, tx, {
      // Anybody can name any system here, so its administrators are not shown who asked.
      systemId: null,
      purpose: 'resetPassword',
      language,
      from: from.mailbox,
      ...resetMail[language],
      attachmentId: null,
      variables: { linkSystemId: from.systemId, systemTitle: from.title },
    });
    const secretLink = { purpose: 'resetPassword' as const, subject, expiresAt: expiresAt.toISOString() };
    const variables = { firstName, lastName, email, secretLink };
    const mail = {
      mailingId,
      systemId: null,
      key: keyOf(subject),
      userId: account.id,
      variables,
      urgent: true,
    };
    await enqueueMail(tx, mail, now);
    return record(null, { action: 'account.resetAsked', subject: `user:${account.id}` });
  });
  context.notifier.notify('outbox');
}

function keyOf(tokenId: string): string {
  return `resetPassword:${tokenId}`;
}
