import { type Role, roles } from '@guichet/contract/core/access';

export interface HeldRole {
  readonly role: Role;
  /** Null for `superAdmin` alone. */
  readonly systemId: number | null;
  /** Whether the role is that of a candidate whom the system enrolled although other systems had the account. */
  readonly isGuest?: boolean;
}

/** The systems on which somebody has at least a level; 'all' for a super admin. */
export type TenantScope = readonly number[] | 'all';

/** Whether a system is within a scope; null (all systems) only within 'all'. */
export function reachesTo(tenantScope: TenantScope, systemId: number | null): boolean {
  return tenantScope === 'all' || (systemId !== null && tenantScope.includes(systemId));
}

export function isSuperAdmin(held: readonly HeldRole[]): boolean {
  return held.some(({ role }) => role === 'superAdmin');
}

/** Whether a person holds a role within the scope. */
export function isSeen(tenantScope: TenantScope, held: readonly HeldRole[]): boolean {
  return (
    tenantScope === 'all' || held.some(({ systemId }) => systemId !== null && tenantScope.includes(systemId))
  );
}

/**
 * Whether an administrator of `tenantScope` may change name, address, password and factors of a person, and deactivate the account: of nobody
 * with a higher role, or with a role in another system (readings §1). The student role of a guest elsewhere takes no right away.
 */
export function mayManage(tenantScope: TenantScope, held: readonly HeldRole[]): boolean {
  return (
    isSeen(tenantScope, held) &&
    held.every((role) => isOfGuest(role) || reachesTo(tenantScope, role.systemId))
  );
}

/** A staff role protects the account, also where the person is a guest. */
function isOfGuest({ role, isGuest }: HeldRole): boolean {
  return isGuest === true && role === 'student';
}

/** The systems outside `tenantScope` in which a person has a role, also as a guest: while there are any, they bar a deletion. */
export function systemsOutside(tenantScope: TenantScope, held: readonly HeldRole[]): number[] {
  const outside = held.filter(({ systemId }) => !reachesTo(tenantScope, systemId));
  return [...new Set(outside.flatMap(({ systemId }) => systemId ?? []))];
}

/** Whether an administrator of `tenantScope` may delete a person, once they have taken all roles but those in one system. */
export function mayDelete(tenantScope: TenantScope, held: readonly HeldRole[]): boolean {
  return maySetRoles(tenantScope, held) && systemsOutside(tenantScope, held).length === 0;
}

/** Whether an administrator of `tenantScope` may correct language and student number (readings §5): of nobody higher. */
export function mayCorrect(tenantScope: TenantScope, held: readonly HeldRole[]): boolean {
  return maySetRoles(tenantScope, held);
}

/** Whether an administrator of `tenantScope` may give and take roles within it: never those of a super admin. */
export function maySetRoles(tenantScope: TenantScope, held: readonly HeldRole[]): boolean {
  return tenantScope === 'all' || (isSeen(tenantScope, held) && !isSuperAdmin(held));
}

export interface Grant extends HeldRole {
  readonly grantedAt: Date;
}

/**
 * Whether an administrator of `tenantScope` may end a person's sessions and lock the account until a super admin decides
 * (readings §5). For each role of the person elsewhere they need one within the scope that is not lower, or not younger. Of a
 * guest, whom importing an address makes, it has to be higher or not younger, so that the import does not give this right.
 * Never for a super admin.
 */
export function mayLock(
  tenantScope: TenantScope,
  held: readonly Grant[],
  { isGuest }: { readonly isGuest: boolean },
): boolean {
  if (tenantScope === 'all') return true;
  const isWithin = ({ systemId }: HeldRole) => reachesTo(tenantScope, systemId);
  const within = held.filter(isWithin);
  const lead = isGuest ? 1 : 0;
  const outweighs = (own: Grant, other: Grant) =>
    rankOf(own) >= rankOf(other) + lead || own.grantedAt <= other.grantedAt;
  return (
    within.length > 0 &&
    held
      .filter((role) => !isWithin(role))
      .every((other) => other.role !== 'superAdmin' && within.some((own) => outweighs(own, other)))
  );
}

function rankOf({ role }: HeldRole): number {
  return roles.indexOf(role);
}

/** The roles to grant and to revoke so that the person holds exactly `wanted` within the scope. */
export function changeOfRoles(
  tenantScope: TenantScope,
  held: readonly HeldRole[],
  wanted: readonly HeldRole[],
) {
  const within = held.filter(({ systemId }) => reachesTo(tenantScope, systemId));
  return {
    given: wanted.filter((role) => !within.some((other) => isSame(role, other))),
    taken: within.filter((role) => !wanted.some((other) => isSame(role, other))),
  };
}

export function isSame(one: HeldRole, other: HeldRole): boolean {
  return one.role === other.role && one.systemId === other.systemId;
}
