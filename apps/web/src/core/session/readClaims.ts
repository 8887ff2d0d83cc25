import { AccessClaims } from '@guichet/contract/identity/sessions';
import type { TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import * as z from 'zod/mini';
import { signIn } from './sessionStore.ts';

/** The claims of an access token; null for an invalid token. Only the server verifies the signature. */
export function readClaims(token: string): AccessClaims | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    return z.parse(AccessClaims, JSON.parse(text));
  } catch {
    return null;
  }
}

/** Starts the session of these tokens; false when the tokens cannot be decoded. */
export function takeSession(tokens: TokenPair): boolean {
  const claims = readClaims(tokens.accessToken);
  if (claims) signIn(tokens, claims);
  return claims !== null;
}

/** S9.11: a token is expired exactly at its `exp`, without leeway. */
export function isExpired(claims: Pick<AccessClaims, 'exp'>, now: Date): boolean {
  return now.getTime() >= claims.exp * 1000;
}
