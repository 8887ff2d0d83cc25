import { emailKey } from '@guichet/contract/core/fold';
import type { LinkTerm } from '@guichet/contract/identity/account';
import { linkDays } from '@guichet/contract/identity/account.given';
import type { AppContext, ReadDb } from '../../../core/context/appContext.ts';
import { dayIn, secondsAfter } from '../../../core/runtime/clock.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { type Account, findAccount, findAccountByEmail } from '../../users/users.service.ts';
import { selectExamDates, selectOpenToken, selectTokens } from '../account.queries.ts';

/** The query of the reset page: `t` is the token, `u` the user name. */
export interface LinkToken {
  readonly token: string;
  readonly userName: string;
}

/** A link whose user name is optional; a given name is compared (readings §2). */
export type BareLinkToken = Pick<LinkToken, 'token'> & { readonly userName?: string | null | undefined };

/** The account whose password a mail's token may set now, or null. */
export async function findTokenAccount(context: AppContext, db: ReadDb, link: BareLinkToken) {
  const found = await readLink(context, db, link);
  return found?.state === 'good' ? found.account : null;
}

/** The account of a link, with the link's state, term and subject; null for an invalid link or that of another person. */
export async function readLink(
  context: AppContext,
  db: ReadDb,
  { token, userName }: BareLinkToken,
): Promise<(LinkTerm & { readonly account: Account; readonly subject: string }) | null> {
  const claims = outbox.openMailToken(context.keys.derive('mailTokens'), token);
  if (!claims) return null;
  const stored =
    claims.purpose === 'resetPassword'
      ? (await selectTokens(db, [claims.subject])).get(claims.subject)
      : null;
  const account = await findAccount(db, stored?.userId ?? userIdOf(claims));
  if (!account || account.deactivatedAt || !wasMailedTo(context, claims, account)) return null;
  if (userName != null && emailKey(account.email) !== emailKey(userName)) return null;
  const now = context.clock.now();
  const { subject } = claims;
  if (stored) return { account, subject, ...termOfStored(stored, now) };
  const { examId = 0 } = openInvitation(claims) ?? {};
  const examDates = await selectExamDates(db, [examId]);
  return { account, subject, ...termOfFirst(context, claims, account, examDates.get(examId) ?? null) };
}

/** When a newer link to a new password was sent, that works still, for the holder of an older one to the same address; null for none. */
export async function findNewerLink(context: AppContext, { token, userName }: BareLinkToken) {
  const claims = outbox.openMailToken(context.keys.derive('mailTokens'), token);
  if (claims?.purpose !== 'resetPassword' || userName == null) return null;
  const db = context.database.read;
  const account = await findAccountByEmail(db, userName);
  if (!account || account.deactivatedAt || !wasMailedTo(context, claims, account)) return null;
  return selectOpenToken(db, account.id, context.clock.now());
}

/** The links that mails hold, with the addresses of these mails. */
export interface MailedLink {
  readonly link: outbox.SecretLink;
  readonly recipient: string;
}

/** The states of links mailed to a person; the copy of a mail may bring the same link to another address. */
export async function findLinkTerms(
  context: AppContext,
  account: Account,
  mailed: readonly MailedLink[],
): Promise<ReadonlyMap<outbox.SecretLink, LinkTerm>> {
  const { read } = context.database;
  const now = context.clock.now();
  const found = mailed.map(({ link, recipient }) => {
    const claims = { ...link, expiresAt: link.expiresAt === null ? null : new Date(link.expiresAt) };
    return { link, claims, recipient, examId: openInvitation(claims)?.examId ?? 0 };
  });
  const tokens = await selectTokens(
    read,
    found.flatMap(({ claims }) => (isStored(claims) ? [claims.subject] : [])),
  );
  const examDates = await selectExamDates(
    read,
    found.map(({ examId }) => examId),
  );
  const termOf = ({ claims, recipient, examId }: (typeof found)[number]): LinkTerm => {
    const { purpose, subject, expiresAt } = claims;
    const isOfAddress = purpose === 'newAddress' || purpose === 'ownAddress';
    const isAstray = !isOfAddress && emailKey(recipient) !== emailKey(account.email);
    const stored = tokens.get(subject);
    if (stored && !isAstray) return termOfStored(stored, now);
    const isOver = outbox.isOver(claims, now);
    const until = expiresAt === null ? {} : { until: expiresAt };
    // A newer link has replaced a token that is gone; the sweep deletes none before its end.
    if (isAstray || isOver || isStored(claims)) return { state: 'over', ...(isOver && until) };
    if (userIdOf(claims) === 0) return { state: 'good', ...until };
    return termOfFirst(context, claims, account, examDates.get(examId) ?? null);
  };
  return new Map(found.map((one) => [one.link, termOf(one)]));
}

/** Whether a row of `account_tokens` belongs to the link. */
function isStored({ purpose }: Pick<outbox.MailTokenClaims, 'purpose'>): boolean {
  return purpose === 'resetPassword' || purpose === 'newAddress' || purpose === 'ownAddress';
}

function termOfStored(
  { usedAt, expiresAt: until }: { readonly usedAt: Date | null; readonly expiresAt: Date },
  now: Date,
): LinkTerm {
  return { state: usedAt ? 'used' : until > now ? 'good' : 'over', until };
}

/** Whether a link went to the account's present address; links of older versions name none, and need an unchanged address. */
export function wasMailedTo(context: AppContext, { mailedTo }: outbox.MailTokenClaims, account: Account) {
  if (mailedTo === undefined) return account.emailChangedAt === null;
  return mailedTo === outbox.addressMark(context.keys.derive('mailTokens'), account.email);
}

/** A link to a first password works until its owner has chosen one. `examDate`: of an invitation's exam. */
function termOfFirst(
  context: AppContext,
  claims: outbox.MailTokenClaims,
  account: Account,
  examDate: string | null,
): LinkTerm {
  const hasChosen = account.passwordHash !== null && account.mustChoosePasswordSince === null;
  if (hasChosen) return { state: 'used' };
  const period = openPeriod(claims);
  const { expiresAt } = claims;
  const until = expiresAt === null ? {} : { until: expiresAt };
  if (outbox.isOver(claims, context.clock.now())) return { state: 'over', ...until };
  // The link is valid only for the password with which it was given.
  if (period) {
    const isItsPassword = period.since === account.mustChoosePasswordSince?.getTime();
    return isItsPassword ? { state: 'good', ...until } : { state: 'over' };
  }
  if (account.passwordHash !== null) return { state: 'over' };
  const invitation = openInvitation(claims);
  if (!invitation) return { state: 'good' };
  const lastDay = lastLinkDay(context, invitation.issuedAt, examDate);
  return { state: context.clock.today() <= lastDay ? 'good' : 'over', lastDay };
}

/** The user id of a link to a first password; 0, which nobody has, for any other link. */
function userIdOf({ purpose, subject }: outbox.MailTokenClaims): number {
  const isFirst = purpose === 'firstPassword' || purpose === 'invitation';
  return isFirst ? Number(subject.split('-')[0]) : 0;
}

/**
 * The subjects of the tokens for a first password (docs/decisions/003-secrets-in-mails.md).
 * `invitation`: `{person}-{exam}-{moment}`, for a person from an import. `firstPassword`: `{person}-{moment}`, for a
 * person whose password was given at that moment; mails of older versions have a bare `{person}`.
 */
const radix = 36;

const daySeconds = 24 * 60 * 60;

/** The subject after the user id, for all mails of an import. */
export function invitationSubject(examId: number, issuedAt: Date): string {
  return `-${examId}-${Math.floor(issuedAt.getTime() / 1000).toString(radix)}`;
}

/** The link to a first password in a mail about an exam; undefined for a person who has chosen a password. */
export function linkToFirstPassword(
  person: {
    readonly id: number;
    readonly hasPassword: boolean;
    readonly mustChoosePasswordSince: Date | null;
  },
  examId: number,
  now: Date,
): outbox.SecretLink | undefined {
  const { id, hasPassword, mustChoosePasswordSince: since } = person;
  if (!hasPassword) {
    const subject = `${id}${invitationSubject(examId, now)}`;
    return { purpose: 'invitation', subject, expiresAt: null };
  }
  return since ? { purpose: 'firstPassword', subject: periodSubject(id, since), expiresAt: null } : undefined;
}

export function openInvitation({ purpose, subject }: outbox.MailTokenClaims) {
  const [, examId, moment] = subject.split('-');
  if (purpose !== 'invitation' || !examId || !moment) return null;
  return { examId: Number(examId), issuedAt: new Date(Number.parseInt(moment, radix) * 1000) };
}

/** The end of the link in the mail of a password that was given at `since`. */
export function firstLinkEnd(since: Date): Date {
  return secondsAfter(since, linkDays * daySeconds);
}

/** `since`: when the account began to require a new password. */
export function periodSubject(userId: number, since: Date): string {
  return `${userId}-${since.getTime().toString(radix)}`;
}

export function openPeriod({ purpose, subject }: outbox.MailTokenClaims) {
  const [, moment] = subject.split('-');
  return purpose === 'firstPassword' && moment ? { since: Number.parseInt(moment, radix) } : null;
}

/**
 * The last day, `yyyy-mm-dd`, of an invitation's link: the exam date as planned now, but at least 30 days
 * after issue (readings §5). `examDate` null: the exam no longer exists.
 */
export function lastLinkDay(context: AppContext, issuedAt: Date, examDate: string | null): string {
  const least = dayIn(context.config.timeZone)(firstLinkEnd(issuedAt));
  return examDate !== null && examDate > least ? examDate : least;
}
