import { emailKey } from '@guichet/contract/core/fold';
import { record, unchanged, write } from '../audit/audit.service.ts';
import { isOver, openMailToken } from '../outbox/outbox.service.ts';
import type { AnyoneGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { findAccount, fullNameOf, markEmailConfirmed } from '../users/users.service.ts';

/**
 * Confirms the address to which the mail of a new account was sent; false when the link is invalid or over. Idempotent,
 * because mail filters follow links before people do.
 */
export async function confirmEmail(
  context: AppContext,
  grant: AnyoneGrant,
  { u: userName, t: token }: { readonly u: string; readonly t: string },
): Promise<boolean> {
  const now = context.clock.now();
  const claims = openMailToken(context.keys.derive('mailTokens'), token);
  if (claims?.purpose !== 'confirmEmail' || isOver(claims, now)) return false;
  const userId = Number(claims.subject);
  return write(context, grant, async (tx) => {
    const account = await findAccount(tx, userId);
    if (!account || account.deactivatedAt || emailKey(account.email) !== emailKey(userName))
      return unchanged(false);
    if (!(await markEmailConfirmed(tx, userId, now))) return unchanged(true);
    const actor = { userId, fullName: fullNameOf(account) };
    return record(true, { action: 'account.emailConfirmed', subject: `user:${userId}`, actor });
  });
}
