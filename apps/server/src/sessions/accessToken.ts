import type { AccessClaims } from '@guichet/contract/sessions';
import type { AppContext } from '../platform/runtime/appContext.ts';
import type { Account } from '../users/users.service.ts';
import { nameOf } from './liveSessions.ts';
import { signAccessToken } from './tokens.ts';

/** Claims about an impersonation. */
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
  const person = { sub: String(account.id), name: nameOf(account), username: account.email, role, sid };
  const claims = impersonation ? { ...person, act: impersonation.act } : person;
  return signAccessToken(
    context.keys,
    claims,
    context.clock.uuid(),
    context.clock.now(),
    impersonation?.expiresAt,
  );
}

/** Readings §1: a string for one role, an array for several. */
export function claimedRole(roles: readonly string[]): AccessClaims['role'] {
  const [only] = roles;
  return roles.length === 1 && only ? only : [...roles];
}
