import type { HandedOn } from '@guichet/contract/sessions.handOff';
import { record, systemTransaction, write } from '../audit/audit.service.ts';
import { countUp, findThrottle } from '../platform/database/throttle.ts';
import type { SignedInGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { listRoleNames } from '../users/users.service.ts';
import { claimedRole } from './accessToken.ts';
import { addToken, findRegistered } from './handOffAddress.ts';
import { findIdentity } from './liveSessions.ts';
import { issueOneTimeToken, redeemOneTimeToken } from './oneTimeTokens.ts';

const tokenSeconds = 60;
/** From one network address; whoever asks with good tokens is not counted. */
const failuresPerMinute = 60;

/** The registered address with a fresh token for it; null for an address that is not registered. */
export async function handOff(
  context: AppContext,
  grant: SignedInGrant,
  redirectUri: string,
): Promise<string | null> {
  const audience = findRegistered(context.config.redirectUris, redirectUri);
  if (audience === null) return null;
  const { sessionId, userId } = grant.identity;
  const token = await write(context, grant, async (tx) => {
    const token = { purpose: 'handOff' as const, sessionId, audience, seconds: tokenSeconds };
    const line = { action: 'session.handedOff' as const, subject: `user:${userId}`, detail: { audience } };
    return record(await issueOneTimeToken(context, tx, token), line);
  });
  return addToken(redirectUri, token);
}

/**
 * Who was handed on. A token that is spent, late, made for another site, or of a session that has ended tells nothing.
 * @throws AppError `handOff.refused`, `request.tooMany`
 */
export async function redeemHandOff(
  context: AppContext,
  { token, audience }: { readonly token: string; readonly audience: string },
  address: string,
): Promise<HandedOn> {
  await refuseGuessing(context, address);
  const registered = findRegistered(context.config.redirectUris, audience);
  const sessionId =
    registered && (await redeemOneTimeToken(context, { token, purpose: 'handOff', audience: registered }));
  const person = sessionId && (await findIdentity(context, sessionId));
  if (!person || person.isPasswordDue || person.isFactorDue) {
    await countFailure(context, address);
    throw new AppError('handOff.refused');
  }
  const roles = await listRoleNames(context.database.read, person.userId);
  const { userId, fullName: name, email: username } = person;
  return { sub: String(userId), name, username, role: claimedRole(roles) };
}

const failureKey = (address: string) => `handOff|${address}`;

async function refuseGuessing(context: AppContext, address: string): Promise<void> {
  const failures = await findThrottle(context.database.read, failureKey(address), context.clock.now());
  const isRecent = failures && failures.since > secondsAfter(context.clock.now(), -60);
  if (isRecent && failures.count >= failuresPerMinute)
    throw new AppError('request.tooMany', { headers: { 'retry-after': '60' } });
}

async function countFailure(context: AppContext, address: string): Promise<void> {
  const now = context.clock.now();
  await systemTransaction(context, (tx) => countUp(tx, failureKey(address), now, secondsAfter(now, -60)));
}
