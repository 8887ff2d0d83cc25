import { AccessClaims } from '@guichet/contract/identity/sessions';
import * as z from 'zod/mini';
import type { AppContext } from '../../core/context/appContext.ts';
import { hmac, type Keys, sameText, sha256 } from '../../core/crypto/keys.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { perOwner } from '../../core/runtime/concurrency/keepLast.ts';
import { type Account, joinNames } from '../users/users.service.ts';

/** Lifetime of an access token (readings §2). */
const accessTokenSeconds = 300;

const issuer = 'guichet';
const audience = 'guichet:portal';
const head = { alg: 'HS256', typ: 'at+jwt' };
const ownHead = Buffer.from(JSON.stringify(head)).toString('base64url');
const OwnClaims = z.extend(AccessClaims, {
  iss: z.literal(issuer),
  aud: z.literal(audience),
  nbf: z.optional(z.int()),
});

export type Person = Pick<AccessClaims, 'sub' | 'name' | 'username' | 'role' | 'sid' | 'act'>;

/** Signs an access token, valid for five minutes unless `expiresAt` says otherwise. */
export function signAccessToken(
  keys: Keys,
  person: Person,
  jti: string,
  now: Date,
  expiresAt = secondsAfter(now, accessTokenSeconds),
): string {
  const times = { iat: secondsOf(now), exp: secondsOf(expiresAt) };
  const claims = { ...person, jti, iss: issuer, aud: audience, ...times };
  const signed = `${ownHead}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${hmac(keys.derive('accessToken'), signed)}`;
}

interface Impersonation {
  readonly act: { readonly sub: string; readonly name: string };
  readonly expiresAt: Date;
}

export function accessTokenFor(
  context: AppContext,
  account: Account,
  roles: readonly string[],
  sid: string,
  impersonation?: Impersonation,
): string {
  const role = claimedRole(roles);
  const person = { sub: String(account.id), name: joinNames(account), username: account.email, role, sid };
  const claims = impersonation ? { ...person, act: impersonation.act } : person;
  return signAccessToken(
    context.keys,
    claims,
    context.clock.uuid(),
    context.clock.now(),
    impersonation?.expiresAt,
  );
}

/** A string for a single role, an array for several (readings §1). */
export function claimedRole(roles: readonly string[]): AccessClaims['role'] {
  const [only] = roles;
  return roles.length === 1 && only ? only : [...roles];
}

/** NumericDate: whole seconds since 1970 (RFC 7519, 2). */
function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/**
 * The claims of a token that the portal signed, or null. The token expires exactly at `exp` (S9.11), unless
 * `evenExpired`: a refresh shows the old token only to prove to which session it belongs.
 */
export function readAccessToken(keys: Keys, token: string, now: Date, evenExpired = false) {
  const claims = claimsOf(keys, token);
  if (!claims) return null;
  const { nbf = 0, exp } = claims;
  const seconds = now.getTime() / 1000;
  return nbf <= seconds && (evenExpired || seconds < exp) ? claims : null;
}

type OwnClaims = z.infer<typeof OwnClaims>;

/** Cache of verified tokens: a page sends the same token with each of its calls. */
const genuineTokens = perOwner((_keys: Keys) => new Map<string, OwnClaims>());
const mostRemembered = 2000;

function claimsOf(keys: Keys, token: string): OwnClaims | null {
  const remembered = genuineTokens(keys);
  const known = remembered.get(token);
  if (known) return known;
  const claims = checkToken(keys, token);
  if (!claims) return null;
  const [oldest] = remembered.size < mostRemembered ? [] : remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(token, claims);
  return claims;
}

/**
 * Verified by hand, because a general JWT library takes longer than everything else in a request. The portal
 * has a single header and algorithm, so the header is compared and never parsed (RFC 8725, 3.1 and 3.11).
 */
function checkToken(keys: Keys, token: string): OwnClaims | null {
  const [shownHead, payload = '', signature = '', ...more] = token.split('.');
  if (shownHead !== ownHead || more.length > 0) return null;
  if (!sameText(signature, hmac(keys.derive('accessToken'), `${ownHead}.${payload}`))) return null;
  const claims = OwnClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return claims.success ? claims.data : null;
}

/**
 * The successor of a refresh token. The successor is computed, not random, so that a second tab or a retry
 * within the grace period gets the same successor although only hashes are stored.
 */
export function computeSuccessor(keys: Keys, refreshToken: string): string {
  return hmac(keys.derive('refreshToken'), refreshToken);
}

export function refreshTokenHash(refreshToken: string): Buffer {
  return sha256(refreshToken);
}
