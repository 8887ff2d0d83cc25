import { type MailTokenClaims, openMailToken } from '../outbox/outbox.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import { emailKey } from '../platform/emailKey.ts';
import type { House } from '../platform/house.ts';
import { type Account, findAccount } from '../users/users.service.ts';
import { selectTokenOwner } from './account.queries.ts';

/** What the address of a reset page carries: `t` and `u`. */
export interface LinkToken {
  readonly token: string;
  readonly userName: string;
}

/**
 * The account for which the token of a mail may choose a password now, or null. Both kinds work once: a link to a
 * first password until there is one, a link to a new one until it is used or over.
 */
export async function findTokenAccount(
  house: House,
  db: ReadDb,
  { token, userName }: LinkToken,
): Promise<Account | null> {
  const now = house.clock.now();
  const claims = openMailToken(house.keys.derive('mailTokens'), token, now);
  const userId = claims && (await findOwner(db, claims, now));
  const account = userId ? await findAccount(db, userId) : null;
  if (!account || account.deactivatedAt || emailKey(account.email) !== emailKey(userName)) return null;
  return claims?.purpose === 'firstPassword' && account.passwordHash !== null ? null : account;
}

async function findOwner(
  db: ReadDb,
  { purpose, subject }: MailTokenClaims,
  now: Date,
): Promise<number | null> {
  if (purpose === 'resetPassword') return selectTokenOwner(db, subject, now);
  return purpose === 'firstPassword' ? Number(subject) : null;
}
