import { AccessClaims } from '@guichet/contract/sessions';
import { jwtVerify, SignJWT } from 'jose';
import { secondsAfter } from '../platform/clock.ts';
import { hmac, type Keys, sha256 } from '../platform/keys.ts';

/** How long an access token is good (readings §2). */
const accessTokenSeconds = 300;

const issuer = 'guichet';
const audience = 'guichet:portal';
const type = 'at+jwt';

export type Person = Pick<AccessClaims, 'sub' | 'name' | 'username' | 'role' | 'sid' | 'act'>;

/** Good for five minutes, unless `expiresAt` says otherwise. */
export function signAccessToken(
  keys: Keys,
  person: Person,
  jti: string,
  now: Date,
  expiresAt = secondsAfter(now, accessTokenSeconds),
): Promise<string> {
  const { sub, ...claims } = person;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setSubject(sub)
    .setJti(jti)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(keys.derive('accessToken'));
}

/**
 * The claims of a token of ours, or null. Expired exactly at `exp` (S9.11), unless `evenExpired`: a refresh shows
 * the old token only to prove which session it belongs to.
 */
export async function readAccessToken(
  keys: Keys,
  token: string,
  now: Date,
  evenExpired = false,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keys.derive('accessToken'), {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: type,
      clockTolerance: 0,
      currentDate: evenExpired ? new Date(0) : now,
    });
    return AccessClaims.parse(payload);
  } catch {
    return null;
  }
}

/**
 * The refresh token that follows another. It is computed rather than drawn, so that a second tab or a retry within
 * the grace gets the same successor although only hashes are stored.
 */
export function successorOf(keys: Keys, refreshToken: string): string {
  return hmac(keys.derive('refreshToken'), refreshToken);
}

export function refreshTokenHash(refreshToken: string): Buffer {
  return sha256(refreshToken);
}
