import { roleReaches } from '@guichet/contract/core/access';
import { AppError } from '../../platform/runtime/errors.ts';
import { type HeldRole, reachesTo, type TenantScope } from './userRights.ts';

/**
 * In which systems the right to extra time is given and taken, within the scope. It needs a role of staff there and goes with
 * the last one; without `wanted` the others stay.
 * @throws AppError `extraTime.needsStaff`, `role.notYours` for a system out of the scope, `user.rolesChanged` if others are
 * held than those `seen`
 */
export function changeOfRights(
  tenantScope: TenantScope,
  roles: readonly HeldRole[],
  of: {
    readonly held: readonly number[];
    readonly wanted: readonly number[] | undefined;
    readonly seen: readonly number[] | undefined;
  },
) {
  const isWithin = (systemId: number) => reachesTo(tenantScope, systemId);
  const isStaff = (systemId: number) =>
    roles.some((held) => held.systemId === systemId && roleReaches(held.role, 'support'));
  const held = of.held.filter(isWithin);
  const { wanted = held.filter(isStaff), seen = held } = of;
  if (new Set([...seen, ...held]).size > Math.min(new Set(seen).size, held.length))
    throw new AppError('user.rolesChanged');
  const outside = wanted.find((systemId) => !isWithin(systemId));
  if (outside !== undefined)
    throw new AppError('role.notYours', { params: { role: `extraTime:${outside}` } });
  if (!wanted.every(isStaff)) throw new AppError('extraTime.needsStaff');
  return {
    given: [...new Set(wanted)].filter((systemId) => !held.includes(systemId)),
    taken: held.filter((systemId) => !wanted.includes(systemId)),
  };
}
