import { roleReaches } from '@guichet/contract/core/access';
import { AppError } from '../../../core/runtime/errors.ts';
import { type HeldRole, reachesTo, type TenantScope } from './userRights.ts';

/**
 * The systems within the scope in which the right to extra time is given and taken. The right needs a staff role and goes
 * with the last such role; without `wanted` the held rights stay, and a new administrator gets the right where the giver
 * holds it.
 * @throws AppError `extraTime.needsStaff`, `extraTime.notYours` for a right that the giver lacks, `role.notYours` for a
 * system outside the scope, `user.rolesChanged` if the person holds other rights than `seen`
 */
export function changeOfRights(
  tenantScope: TenantScope,
  roles: readonly HeldRole[],
  of: {
    readonly held: readonly number[];
    readonly wanted: readonly number[] | undefined;
    readonly seen: readonly number[] | undefined;
    /** The systems in which the giver holds the right. */
    readonly givable: TenantScope;
    readonly newRoles: readonly HeldRole[];
  },
) {
  const isWithin = (systemId: number) => reachesTo(tenantScope, systemId);
  const isStaff = (systemId: number) =>
    roles.some((held) => held.systemId === systemId && roleReaches(held.role, 'support'));
  const held = of.held.filter(isWithin);
  const { givable, newRoles } = of;
  const coming = rightsOfNewAdmins(newRoles, givable);
  const { wanted = [...held.filter(isStaff), ...coming.filter(isWithin)], seen = held } = of;
  if (new Set([...seen, ...held]).size > Math.min(new Set(seen).size, held.length))
    throw new AppError('user.rolesChanged');
  const outside = wanted.find((systemId) => !isWithin(systemId));
  if (outside !== undefined)
    throw new AppError('role.notYours', { params: { role: `extraTime:${outside}` } });
  if (!wanted.every(isStaff)) throw new AppError('extraTime.needsStaff');
  const given = [...new Set(wanted)].filter((systemId) => !held.includes(systemId));
  if (!given.every((systemId) => reachesTo(givable, systemId))) throw new AppError('extraTime.notYours');
  return {
    given,
    taken: held.filter((systemId) => !wanted.includes(systemId)),
  };
}

/** The systems in which a new administrator has the right from the start: those where the giver holds it (readings §5). */
export function rightsOfNewAdmins(newRoles: readonly HeldRole[], givable: TenantScope): number[] {
  return newRoles.flatMap(({ role, systemId }) =>
    role === 'admin' && systemId !== null && reachesTo(givable, systemId) ? [systemId] : [],
  );
}
