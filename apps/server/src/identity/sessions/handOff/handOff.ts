import type { HandedOn } from '@guichet/contract/identity/sessions.handOff';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, Identity, SignedInGrant } from '../../../core/context/appContext.ts';
import { toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { limitFailures } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { listRoleNames } from '../../users/users.service.ts';
import { findIdentity } from '../liveSessions.ts';
import { issueOneTimeToken, redeemOneTimeToken } from '../oneTimeTokens/oneTimeTokens.ts';
import { claimedRole } from '../tokens.ts';

const tokenSeconds = 60;

/** The registered address with a new token; null for an unregistered address. */
export async function handOff(context: AppContext, grant: SignedInGrant, redirectUri: string) {
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
 * The person of a hand-off token, which is refused when spent, expired, for another site, or of a session that has ended.
 * @throws AppError `handOff.refused`, `request.tooMany`
 */
export async function redeemHandOff(
  context: AppContext,
  shown: { readonly token: string; readonly audience: string },
  address: string,
): Promise<HandedOn> {
  const find = () => findHandedOn(context, shown);
  const person = await limitFailures(context, 'handOff', toNetwork(address), find);
  if (!person) throw new AppError('handOff.refused');
  const roles = await listRoleNames(context.database.read, person.userId);
  const { userId, fullName: name, email: username } = person;
  return { sub: String(userId), name, username, role: claimedRole(roles) };
}

async function findHandedOn(
  context: AppContext,
  { token, audience }: { readonly token: string; readonly audience: string },
): Promise<Identity | null> {
  const registered = findRegistered(context.config.redirectUris, audience);
  if (registered === null) return null;
  const sessionId = await redeemOneTimeToken(context, { token, purpose: 'handOff', audience: registered });
  const person = sessionId && (await findIdentity(context, sessionId));
  return person && !person.isPasswordDue && !person.isFactorDue ? person : null;
}

/**
 * The registered address with the same origin and path as `address`; null if there is no such address. Both
 * are parsed as browsers do, so that no spelling leads elsewhere.
 */
export function findRegistered(registered: readonly string[], address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.username !== '' || url.password !== '') return null;
  return registered.find((uri) => uri === url.origin + url.pathname) ?? null;
}

/** The address with `token` as its query parameter `d`, replacing an existing one; query and fragment stay. */
export function addToken(address: string, token: string): string {
  const url = new URL(address);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has('d'));
  url.search = [...others, `d=${token}`].join('&');
  return url.href;
}
