/**
 * Owns how passwords are set (chosen first, changed, forgotten and reset through a link). Does not know how
 * sessions work nor how mails are sent; a changed password ends every session of the person.
 */

import type { LinkTerm } from '@guichet/contract/identity/account';
import {
  record,
  systemTransaction,
  unchanged,
  write,
  writeEverywhere,
} from '../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext, SignedInGrant, WriteTx } from '../../core/context/appContext.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { forgetFirstLinks, markLinkOpened } from '../../mail/outbox/outbox.service.ts';
import { endFactorsOfGivenPassword, queueFactorMail } from '../factors/factors.service.ts';
import { refuseWeakPassword } from '../users/passwordStrength/refuseWeakPassword.service.ts';
import * as users from '../users/users.service.ts';
import { spendTokens } from './account.queries.ts';
import { type BareLinkToken, findTokenAccount, type LinkToken, readLink } from './links/linkTokens.ts';

export { deleteTokensBefore } from './account.queries.ts';
export { mailConfirmationTo } from './confirmation/confirmation.ts';
export { applyCorrection } from './correction/correction.ts';
export { restoreAddress, voidAddressLinks } from './correction/newAddress.ts';
export { pickFields } from './correction/personFields.ts';
export { mailLinkTo, sendLinkTo } from './forgotten/forgotten.ts';
export { accountLinks } from './given/givenMail.ts';
export {
  findLinkTerms,
  findNewerLink,
  invitationSubject,
  lastLinkDay,
  linkToFirstPassword,
  type MailedLink,
  wasMailedTo,
} from './links/linkTokens.ts';

/** Whether the link of a mail is valid; the check does not use the link up. */
export async function verifyToken(context: AppContext, link: BareLinkToken): Promise<boolean> {
  const found = await findLinkState(context, link);
  return found && found.state === 'good';
}

/** The state and term of a link, for its holder, and stores that the holder has looked at it; false for an invalid link. */
export async function findLinkState(context: AppContext, link: BareLinkToken): Promise<LinkTerm | false> {
  const found = await readLink(context, context.database.read, link);
  if (!found) return false;
  const { account, subject, ...term } = found;
  await systemTransaction(context, (tx) => markLinkOpened(tx, account.id, subject, context.clock.now()));
  return term;
}

/**
 * Sets the password of the holder of a valid link; false when the link is invalid or over.
 * @throws AppError `request.invalid` for a common or obvious password; the link stays valid
 */
export async function resetPassword(
  context: AppContext,
  grant: AnyoneGrant,
  form: LinkToken & { readonly newPassword: string },
): Promise<boolean> {
  // Hashing is costly, hence only for a valid link; and slow, hence outside of the transaction.
  const account = await findTokenAccount(context, context.database.read, form);
  if (!account) return false;
  await refuseWeakPassword(context, form.newPassword, account);
  const passwordHash = await context.hashing.hash(form.newPassword);
  return write(context, grant, async (tx) => {
    await users.lockAccount(tx, account.id);
    if (!(await findTokenAccount(context, tx, form))) return unchanged(false);
    await choose(context, tx, account, passwordHash);
    await tellOfChange(context, tx, account);
    // The link was mailed to that address, so using it confirms the address.
    await users.confirmThroughLink(tx, account.id, context.clock.now());
    const line = {
      subject: `user:${account.id}`,
      actor: { userId: account.id, fullName: users.joinNames(account) },
    };
    const hasEnded = await endFactorsOfGivenPassword(context, tx, account);
    return record(
      true,
      { ...line, action: 'account.passwordReset' },
      ...(hasEnded ? [{ ...line, action: 'user.factorsReset' } as const] : []),
    );
  });
}

/**
 * Changes the caller's password; false when the current password is wrong.
 * @throws AppError `request.tooMany`, `request.invalid` for a common or obvious password
 */
export async function changePassword(
  context: AppContext,
  grant: SignedInGrant,
  form: { readonly currentPassword: string; readonly newPassword: string },
): Promise<boolean> {
  const account = await users.getOwnAccount(context, grant);
  await refuseWeakPassword(context, form.newPassword, account);
  await enforceRateLimit(context, 'currentPassword', account.id);
  if (!(await context.hashing.verify(account.passwordHash, form.currentPassword))) return false;
  const passwordHash = await context.hashing.hash(form.newPassword);
  // The mail that tells of the change is of no system.
  return writeEverywhere(context, grant, async (tx) => {
    await users.lockAccount(tx, account.id);
    const now = await users.findAccount(tx, account.id);
    if (now?.passwordHash !== account.passwordHash) return unchanged(false);
    await choose(context, tx, account, passwordHash);
    await tellOfChange(context, tx, account);
    return record(true, { action: 'account.passwordChanged', subject: `user:${account.id}` });
  });
}

/** Replaces a temporary password. @throws AppError `account.passwordAlreadyChosen`, `request.invalid` */
export async function chooseFirstPassword(context: AppContext, grant: SignedInGrant, newPassword: string) {
  const account = await users.getOwnAccount(context, grant);
  if (!account.mustChoosePasswordSince) throw new AppError('account.passwordAlreadyChosen');
  await refuseWeakPassword(context, newPassword, account);
  const passwordHash = await context.hashing.hash(newPassword);
  return write(context, grant, async (tx) => {
    await users.lockAccount(tx, account.id);
    const now = await users.findAccount(tx, account.id);
    if (!now?.mustChoosePasswordSince) throw new AppError('account.passwordAlreadyChosen');
    await choose(context, tx, account, passwordHash);
    return record(true, { action: 'account.passwordChanged', subject: `user:${account.id}` });
  });
}

/** Mails that the password was changed, unless the person has had none of their own before. */
async function tellOfChange(context: AppContext, tx: WriteTx, account: users.Account) {
  if (account.passwordHash === null || account.mustChoosePasswordSince !== null) return;
  await queueFactorMail(context, tx, account, 'passwordChanged');
}

async function choose(context: AppContext, tx: WriteTx, account: users.Account, passwordHash: string) {
  const now = context.clock.now();
  await users.storePassword(tx, account.id, passwordHash, now, null);
  await spendTokens(tx, account.id, now);
  await forgetFirstLinks(tx, account.id);
}
