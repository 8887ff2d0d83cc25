import type { AccessClaims } from '@guichet/contract/sessions';

/** S9.11: a token is expired exactly at its `exp`, without leeway. */
export function isExpired(claims: Pick<AccessClaims, 'exp'>, now: Date): boolean {
  return now.getTime() >= claims.exp * 1000;
}

/** S3.16: the role, or one of the roles, contains "admin". */
export function holdsAdmin(role: AccessClaims['role'] | null): boolean {
  return [role ?? []].flat().some((name) => /admin/i.test(name));
}
