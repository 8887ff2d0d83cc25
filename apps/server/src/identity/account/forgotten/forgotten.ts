import { setTimeout as wait } from 'node:timers/promises';
import type { BodyOf } from '@guichet/contract/core/endpoint';
import { emailKey } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { forgotPassword, LinkOutcome } from '@guichet/contract/identity/account';
import { type AuditLine, record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { AnyoneGrant, SystemsGrant } from '../../../core/http/grant.ts';
import { networkOf } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { sameFormSeconds, secondsAfter } from '../../../core/runtime/clock.ts';
import { cancelMailsWithKeys, enqueueMail, openMailing } from '../../../mail/outbox/outbox.service.ts';
import { type Account, findAccountByEmail } from '../../users/users.service.ts';
import { deleteUnusedTokensOf, hasFreshToken, insertToken, lockAccount } from '../account.queries.ts';
import { findSender } from '../sender.ts';

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
  await enforceRateLimit(context, 'resetLinkNetwork', networkOf(address));
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
  const how = { systemId, senderId: systemId, language, texts: sentLinkMail, freshSeconds, lines };
  return queueLink(context, grant, account, how);
}

type AuditLines = readonly [AuditLine, ...AuditLine[]];

interface LinkMail {
  /** The system whose administrators see the mail. */
  readonly systemId: number | null;
  /** The system whose title, sender and sign-in page the mail has. */
  readonly senderId: number | null;
  readonly language: Language;
  readonly texts: typeof resetMail;
  /** Within so many seconds after a link, no second link is mailed. */
  readonly freshSeconds: number;
  /** The audit lines of a sender; null: the person asked for the link. */
  readonly lines: AuditLines | null;
}

async function queueLink(
  context: AppContext,
  grant: AnyoneGrant | SystemsGrant,
  account: Account,
  { systemId, senderId, language, texts, freshSeconds, lines }: LinkMail,
): Promise<boolean> {
  const now = context.clock.now();
  const expiresAt = secondsAfter(now, linkSeconds);
  const subject = context.clock.uuid();
  const from = await findSender(context.database.read, senderId, language);
  const { email, firstName, lastName } = account;
  // Not in one system alone, since an older link's mail, which is cancelled, may belong to no system.
  return writeEverywhere(context, grant, async (tx) => {
    await lockAccount(tx, account.id);
    // The same form was sent twice, and its mail is queued already.
    if (await hasFreshToken(tx, account.id, secondsAfter(now, -freshSeconds))) return unchanged(false);
    const voided = await deleteUnusedTokensOf(tx, account.id, 'resetPassword');
    await cancelMailsWithKeys(tx, voided.map(resetMailKey));
    const token = { id: subject, user_id: account.id, purpose: 'resetPassword' as const };
    await insertToken(tx, { ...token, issued_at: now, expires_at: expiresAt, used_at: null });
    const mailingId = await openMailing(context, tx, {
      systemId,
      purpose: 'resetPassword',
      language,
      frame: from.frame,
      ...texts[language],
      attachmentId: null,
      variables: { linkSystemId: from.systemId, systemTitle: from.title },
    });
    const secretLink = { purpose: 'resetPassword' as const, subject, expiresAt: expiresAt.toISOString() };
    const variables = { firstName, lastName, email, secretLink };
    const mail = {
      mailingId,
      systemId,
      key: resetMailKey(subject),
      userId: account.id,
      variables,
      urgent: true,
    };
    await enqueueMail(tx, mail, now);
    return record(true, ...(lines ?? [{ action: 'account.resetAsked', subject: `user:${account.id}` }]));
  });
}

/** The key of the mail with this link. */
export function resetMailKey(tokenId: string): string {
  return `resetPassword:${tokenId}`;
}

/** The mail with the link to a new password: subject, and body as sanitised HTML with placeholders. */
export const resetMail: Record<Language, { readonly subject: string; readonly body: string }> = {
  fr: {
    subject: 'Votre nouveau mot de passe',
    body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Vous avez demandé à changer le mot de passe de votre compte {{email}}. Utilisez le bouton ci-dessous pour en choisir un nouveau.</p>
<p><a href="{{setPasswordUrl}}">Choisir un nouveau mot de passe</a></p>
<p>Ce lien ne peut être utilisé qu’une fois, pendant 60\u00a0minutes. S’il est expiré, demandez-en un autre sur la page d’ouverture de session.</p>
<p>Ce n’était pas vous? Ne faites rien\u00a0: votre mot de passe reste le même, et personne d’autre n’a reçu ce lien.</p>`,
  },
  en: {
    subject: 'Your new password',
    body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>You asked to change the password of your account {{email}}. Use the button below to choose a new one.</p>
<p><a href="{{setPasswordUrl}}">Choose a new password</a></p>
<p>The link works only once, for 60 minutes. If it has expired, ask for another one on the sign-in page.</p>
<p>Was this not you? You have nothing to do: your password stays the same, and no one else has received this link.</p>`,
  },
};

/** Values of `LinkMail` for a requested link. Anybody can name any system, so its administrators do not see the mail. */
const asked = {
  systemId: null,
  senderId: null,
  texts: resetMail,
  freshSeconds: sameFormSeconds,
  lines: null,
} as const;

/** The mail with the link, where somebody else sends it. */
const sentLinkMail: typeof resetMail = {
  fr: {
    subject: 'Votre lien pour choisir un mot de passe',
    body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Notre équipe de soutien vous envoie ce lien pour choisir le mot de passe de votre compte {{email}}.</p>
<p><a href="{{setPasswordUrl}}">Choisir un mot de passe</a></p>
<p>Ce lien ne peut être utilisé qu’une fois, pendant 60\u00a0minutes. S’il est expiré, demandez-en un autre sur la page d’ouverture de session.</p>
<p>Vous n’attendiez pas ce courriel? Ne faites rien\u00a0: votre mot de passe reste le même, et personne d’autre n’a reçu ce lien.</p>`,
  },
  en: {
    subject: 'Your link to choose a password',
    body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>Our support team is sending you this link to choose the password of your account {{email}}.</p>
<p><a href="{{setPasswordUrl}}">Choose a password</a></p>
<p>The link works only once, for 60 minutes. If it has expired, ask for another one on the sign-in page.</p>
<p>Were you not expecting this email? You have nothing to do: your password stays the same, and no one else has received this link.</p>`,
  },
};
