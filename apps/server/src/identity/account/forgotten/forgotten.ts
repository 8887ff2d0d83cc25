import { setTimeout as wait } from 'node:timers/promises';
import type { BodyOf } from '@guichet/contract/core/endpoint';
import { fillParams } from '@guichet/contract/core/errors';
import { emailKey } from '@guichet/contract/core/fold';
import { hourInWords, withZone, zoneInWords } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import type { forgotPassword, LinkOutcome } from '@guichet/contract/identity/account';
import { type AuditLine, record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext, SystemsGrant } from '../../../core/context/appContext.ts';
import { toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { dayIn, sameFormSeconds, secondsAfter, timeIn } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import {
  type Account,
  findAccountByEmail,
  findAccountSender,
  lockAccount,
} from '../../users/users.service.ts';
import { deleteUnusedTokens, hasFreshToken, insertToken } from '../account.queries.ts';

const linkSeconds = 60 * 60;
/** Minimum interval between links mailed by the sign-in. */
const sameLinkSeconds = 5 * 60;
/** Minimum interval between links that support or administrators send to a person. */
const sentLinkSeconds = 60;
/** Response time under CONCEAL_ACCOUNTS: longer than looking up and queueing take, so that timing reveals nothing. */
const concealedMilliseconds = 300;

/** `systemId`: the system on whose page the link was requested; the mail has its title, sender and sign-in page. */
type LinkRequest = BodyOf<typeof forgotPassword>;

/**
 * Queues the mail with a link to a new password. A deactivated account gets the same reply and no mail: its
 * link would only lead to a refused sign-in.
 * @throws AppError `request.tooMany`
 */
export async function askForLink(
  context: AppContext,
  grant: AnyoneGrant,
  request: LinkRequest,
  address: string,
): Promise<LinkOutcome> {
  await enforceRateLimit(context, 'resetLinkNetwork', toNetwork(address));
  await enforceRateLimit(context, 'resetLinkEmail', emailKey(request.email));
  const { concealAccounts } = context.config;
  const shortest = concealAccounts ? wait(concealedMilliseconds) : null;
  const account = await findAccountByEmail(context.database.read, request.email);
  if (account && !account.deactivatedAt) {
    const { systemId = null, languageId: language } = request;
    await queueLink(context, grant, account, { ...asked, language, senderId: systemId });
  }
  await shortest;
  return account || concealAccounts ? 'queued' : 'unknownEmail';
}

/** Mails a link to a person whose password alone does not open the account, at most once per `sameLinkSeconds`. */
export async function mailLinkTo(context: AppContext, grant: AnyoneGrant, account: Account): Promise<void> {
  const { language } = account;
  await queueLink(context, grant, account, { ...asked, language, freshSeconds: sameLinkSeconds });
}

/**
 * Mails a link to a person on behalf of a system, whose administrators then see the mail; null: no system.
 * False where a link left less than a minute ago. `lines`: audit lines that say who sent the link.
 */
export function sendLinkTo(
  context: AppContext,
  grant: SystemsGrant,
  account: Account,
  of: { readonly systemId: number | null; readonly lines: AuditLines },
): Promise<boolean> {
  const { systemId, lines } = of;
  const { language } = account;
  const freshSeconds = sentLinkSeconds;
  const how: LinkMail = { systemId, senderId: systemId, language, text: 'sentLink', freshSeconds, lines };
  return queueLink(context, grant, account, how);
}

type AuditLines = readonly [AuditLine, ...AuditLine[]];

interface LinkMail {
  /** The system whose administrators see the mail. */
  readonly systemId: number | null;
  /** The system whose title, sender and sign-in page the mail has; null: the account’s own. */
  readonly senderId: number | null;
  readonly language: Language;
  readonly text: 'resetPassword' | 'sentLink';
  /** Within so many seconds after a link, no second link is mailed. */
  readonly freshSeconds: number;
  /** The audit lines of a sender; null: the person asked for the link. */
  readonly lines: AuditLines | null;
}

async function queueLink(
  context: AppContext,
  grant: AnyoneGrant | SystemsGrant,
  account: Account,
  { systemId, senderId, language, text, freshSeconds, lines }: LinkMail,
): Promise<boolean> {
  const now = context.clock.now();
  const expiresAt = secondsAfter(now, linkSeconds);
  const subject = context.clock.uuid();
  const { read } = context.database;
  const from =
    senderId === null
      ? await findAccountSender(context, read, account, language)
      : await outbox.findSender(read, senderId, language);
  // Not in one system alone, since an older link's mail, which is cancelled, may belong to no system.
  return writeEverywhere(context, grant, async (tx) => {
    const isThere = await lockAccount(tx, account.id);
    // Whoever asks for a link is not told whether there is an account.
    if (!isThere && lines) throw new AppError('user.notFound');
    if (!isThere) return unchanged(false);
    // The same form was sent twice, and its mail is queued already.
    if (await hasFreshToken(tx, account.id, secondsAfter(now, -freshSeconds))) return unchanged(false);
    const voided = await deleteUnusedTokens(tx, account.id, 'resetPassword');
    await outbox.cancelMailsWithKeys(tx, voided.map(resetMailKey));
    const token = { id: subject, user_id: account.id, purpose: 'resetPassword' as const };
    await insertToken(tx, { ...token, issued_at: now, expires_at: expiresAt, used_at: null });
    const purpose = 'resetPassword';
    await outbox.mailPeople(context, tx, [{ ...account, language }], {
      text: () => {
        const { body, ...words } = mailText(text, language);
        const told = { ...words, body: fillParams(body, { until: hourIn(context, expiresAt, language) }) };
        return { ...outbox.makeMailing(from, { purpose, language }, told), systemId };
      },
      key: () => resetMailKey(subject),
      link: () => ({ purpose, subject, expiresAt: expiresAt.toISOString() }),
      urgent: true,
    });
    return record(true, ...(lines ?? [{ action: 'account.resetAsked', subject: `user:${account.id}` }]));
  });
}

/** An hour in words, with the zone: a mail is read anywhere. */
function hourIn({ config: { timeZone } }: AppContext, at: Date, language: Language): string {
  const zone = zoneInWords(timeZone, dayIn(timeZone)(at), language);
  return withZone(hourInWords(timeIn(timeZone)(at), language), zone);
}

export function resetMailKey(tokenId: string): string {
  return `resetPassword:${tokenId}`;
}

/** Values of `LinkMail` for a requested link. Anybody can name any system, so its administrators do not see the mail. */
const asked = {
  systemId: null,
  senderId: null,
  text: 'resetPassword',
  freshSeconds: sameFormSeconds,
  lines: null,
} as const;
