import type { TokenPair } from '@guichet/contract/sessions.outcomes';
import { readClaims } from '../../platform/session/readClaims.ts';
import { signIn } from '../../platform/session/sessionStore.ts';

/** Starts the session of these tokens; false when they cannot be decoded. */
export function takeSession(tokens: TokenPair): boolean {
  const claims = readClaims(tokens.accessToken);
  if (claims) signIn(tokens, claims);
  return claims !== null;
}
