import { type Role, roles } from '@guichet/contract/core/access';

export interface HeldRole {
  readonly role: Role;
  /** Null for `superAdmin` alone. */
  readonly systemId: number | null;
}

/** The systems on which somebody reaches a level; 'all' for a super admin. */
export type TenantScope = readonly number[] | 'all';

/** Whether a system, or with null everything, lies within somebody's reach. */
export function reachesTo(tenantScope: TenantScope, systemId: number | null): boolean {
  return tenantScope === 'all' || (systemId !== null && tenantScope.includes(systemId));
}

/** A person is seen from each system in which she holds a role. */
export function isSeen(tenantScope: TenantScope, held: readonly HeldRole[]): boolean {
  return (
    tenantScope === 'all' || held.some(({ systemId }) => systemId !== null && tenantScope.includes(systemId))
  );
}

/**
 * Whether who administers `reach` may change the password of, deactivate or delete a person: not one who holds a
 * higher grant, or a grant in a system that the admin does not hold (readings §1).
 */
export function mayManage(tenantScope: TenantScope, held: readonly HeldRole[]): boolean {
  return isSeen(tenantScope, held) && held.every(({ systemId }) => reachesTo(tenantScope, systemId));
}

/** A role, and since when it is held. */
export interface Grant extends HeldRole {
  readonly grantedAt: Date;
}

/**
 * Whether who administers `reach` may end a person's sessions and lock the account until a super admin decides, also where
 * others have given her a role in a system of theirs: of each role elsewhere there must be one within `reach` that is
 * higher, or as old. So an administrator who imports somebody else's person takes nothing from anybody, and gains no such
 * right over her. Never a super admin.
 */
export function mayLock(tenantScope: TenantScope, held: readonly Grant[]): boolean {
  if (tenantScope === 'all') return true;
  const isWithin = ({ systemId }: HeldRole) => reachesTo(tenantScope, systemId);
  const within = held.filter(isWithin);
  const outweighs = (own: Grant, other: Grant) =>
    rankOf(own) > rankOf(other) || own.grantedAt <= other.grantedAt;
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

/** What has to be given to and taken from a person so that, within `reach`, she holds exactly the roles wanted. */
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

function isSame(one: HeldRole, other: HeldRole): boolean {
  return one.role === other.role && one.systemId === other.systemId;
}
