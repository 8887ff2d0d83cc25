import { AccessClaims } from '@guichet/contract/sessions';
import * as z from 'zod/mini';

/** What an access token says; null for a text that is none. The server alone checks its signature. */
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
