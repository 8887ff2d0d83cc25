import { handOff } from '@guichet/contract/sessions.handOff';
import { call } from '../../../platform/call/call.ts';
import { isExpired } from '../../../platform/session/claims.ts';
import { readClaims } from '../../../platform/session/readClaims.ts';
import { getSession } from '../../../platform/session/sessionStore.ts';

/**
 * The registered site's address for the person signed in (S4.22); null when the stored token has expired (S4.23) or the
 * address is not registered, which is then ignored.
 */
export async function findHandOff(redirectUri: string): Promise<string | null> {
  const { token, isImpersonating } = getSession();
  const claims = token === null || isImpersonating ? null : readClaims(token);
  return claims && !isExpired(claims, new Date()) ? askForHandOff(redirectUri) : null;
}

/** As `findHandOff`, right after a sign-in: the token is valid, whatever this computer's clock says. */
export async function askForHandOff(redirectUri: string): Promise<string | null> {
  const answer = await call(handOff, { body: { redirectUri } }).catch(() => null);
  return answer?.address ?? null;
}
