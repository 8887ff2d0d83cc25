import type { BodyOf } from '@guichet/contract/core/endpoint';
import { emailKey } from '@guichet/contract/core/fold';
import type {
  confirmAddress as confirmEndpoint,
  FoundConfirmation,
} from '@guichet/contract/identity/account.confirmation';
import { record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext, ReadDb, SignedInGrant } from '../../../core/context/appContext.ts';
import { clearRateLimit, enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { isOver, mailPeople, makeMailing, openMailToken } from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import * as users from '../../users/users.service.ts';
import { isEmailConfirmed, selectToken } from '../account.queries.ts';
import { findOtherHolder, type NewAddress, takeNewAddress } from '../correction/newAddress.ts';
import { mailLinkTo } from '../forgotten/forgotten.ts';
import { linksSince } from '../given/givenMail.ts';
import { type LinkToken, wasMailedTo } from '../links/linkTokens.ts';

/** The effect of a link that confirms an address; `move` is null where the account has the address already. */
interface Confirmation {
  readonly account: users.Account;
  readonly isDone: boolean;
  readonly move: NewAddress | null;
}

/** Minimum interval between mails to somebody who tries again. */
const sameMilliseconds = 5 * 60 * 1000;

/**
 * Mails whoever has a new role, and comes by a provider, a link that confirms the address. Where it is confirmed, somebody else
 * knows the password, and the link leads to a new one.
 */
export async function mailConfirmationTo(context: AppContext, grant: AnyoneGrant, account: users.Account) {
  const { read } = context.database;
  if (await isEmailConfirmed(read, account.id)) return mailLinkTo(context, grant, account);
  const [purpose, now] = ['confirmRole', context.clock.now()] as const;
  const { language } = account;
  const from = await users.findAccountSender(context, read, account, language);
  await writeEverywhere(context, grant, async (tx) => {
    const mails = await mailPeople(context, tx, [account], {
      text: () => ({
        ...makeMailing(from, { purpose, language }, mailText(purpose, language)),
        systemId: null,
      }),
      key: () => `${purpose}:${account.id}:${Math.floor(now.getTime() / sameMilliseconds)}`,
      own: { confirmLink: linksSince(account.id, now).confirmLink },
      urgent: true,
    });
    if (mails === 0) return unchanged(undefined);
    const actor = { userId: account.id, fullName: users.joinNames(account) };
    return record(undefined, {
      action: 'account.confirmationAsked',
      subject: `user:${account.id}`,
      actor,
    });
  });
}

/** Finds the effect of the link in a mail, without applying it, since mail gateways open links before people do. */
export async function findConfirmation(
  context: AppContext,
  link: LinkToken,
): Promise<FoundConfirmation | false> {
  const found = await readConfirmation(context, context.database.read, link);
  if (!found) return false;
  const state = found.isDone ? 'done' : 'good';
  return { state, isNewAddress: found.move !== null, needsPassword: needsPassword(found) };
}

/**
 * Confirms the address to which a link was mailed; false when the link is invalid or over. A new address needs the
 * password, if the account has one.
 * @throws AppError `request.tooMany` after 10 wrong passwords an hour
 */
export async function confirmAddress(
  context: AppContext,
  grant: AnyoneGrant,
  { password, ...link }: BodyOf<typeof confirmEndpoint>,
) {
  const found = await readConfirmation(context, context.database.read, link);
  if (!found) return false;
  if (needsPassword(found)) {
    if (password === undefined) return { outcome: 'passwordNeeded' } as const;
    if (!(await isPassword(context, found, password))) return { outcome: 'wrongPassword' } as const;
  }
  return confirm(context, grant, link, found.account);
}

/** Confirms as `confirmAddress` does, for a signed-in person, without the password. */
export async function confirmOwnAddress(context: AppContext, grant: SignedInGrant, link: LinkToken) {
  const found = await readConfirmation(context, context.database.read, link);
  if (!found) return false;
  if (found.account.id !== grant.identity.userId) return { outcome: 'otherAccount' } as const;
  return confirm(context, grant, link, found.account);
}

async function confirm(
  context: AppContext,
  grant: AnyoneGrant | SignedInGrant,
  link: LinkToken,
  seen: users.Account,
) {
  const isConfirmed = await writeEverywhere(context, grant, async (tx) => {
    const [person] = await users.lockPeople(tx, [seen.id]);
    // Reads again, since another request may have come first, or a password may have been set.
    const found = await readConfirmation(context, tx, link);
    if (!person || found?.account.passwordHash !== seen.passwordHash) return unchanged(false);
    if (found.isDone) return unchanged(true);
    if (found.move) return record(true, ...(await takeNewAddress(context, tx, grant, person, found.move)));
    await users.markEmailConfirmed(tx, person.id, context.clock.now());
    // As if the address had been confirmed before the role came.
    await users.updatePerson(tx, person.id, { link_due_since: null });
    const actor = { userId: person.id, fullName: users.joinNames(person) };
    return record(true, { action: 'account.emailConfirmed', subject: `user:${person.id}`, actor });
  });
  return isConfirmed && ({ outcome: 'confirmed' } as const);
}

/** Null for a link that is invalid or over, and where another account has got the new address meanwhile. */
async function readConfirmation(
  context: AppContext,
  db: ReadDb,
  { token, userName }: LinkToken,
): Promise<Confirmation | null> {
  const now = context.clock.now();
  const claims = openMailToken(context.keys.derive('mailTokens'), token);
  if (!claims) return null;
  const { purpose, subject } = claims;
  if (purpose === 'confirmEmail') {
    const account = isOver(claims, now) ? null : await users.findAccount(db, Number(subject));
    if (!account || account.deactivatedAt || !isSame(account.email, userName)) return null;
    if (!wasMailedTo(context, claims, account)) return null;
    return { account, isDone: await isEmailConfirmed(db, account.id), move: null };
  }
  if (purpose !== 'newAddress' && purpose !== 'ownAddress') return null;
  const stored = await selectToken(db, subject);
  const account = stored && (await users.findAccount(db, stored.userId));
  const email = stored?.newEmail;
  if (!account || account.deactivatedAt || !email || !isSame(email, userName)) return null;
  const move = { tokenId: subject, email, isOwn: purpose === 'ownAddress', askedBy: stored.askedBy };
  if (stored.usedAt) return isSame(account.email, email) ? { account, isDone: true, move } : null;
  if (stored.expiresAt <= now || (await findOtherHolder(db, email, account.id))) return null;
  return { account, isDone: false, move };
}

function needsPassword({ account, isDone, move }: Confirmation): boolean {
  return move !== null && !isDone && account.passwordHash !== null;
}

/** Checks the password. Tries are counted by link, so that a holder of a link cannot lock the owner out of the account. */
async function isPassword(context: AppContext, { account, move }: Confirmation, password: string) {
  const key = `link|${move?.tokenId}`;
  await enforceRateLimit(context, 'currentPassword', key);
  const isRight = await context.hashing.verify(account.passwordHash, password);
  if (isRight) await clearRateLimit(context, 'currentPassword', key);
  return isRight;
}

function isSame(one: string, other: string): boolean {
  return emailKey(one) === emailKey(other);
}
