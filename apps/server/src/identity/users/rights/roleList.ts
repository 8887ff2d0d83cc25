import { type Role, roles } from '@guichet/contract/core/access';
import { type RoleWords, roleName, superAdminName } from '@guichet/contract/identity/roleNames';
import type { ListedRole } from '@guichet/contract/identity/users.search';
import type { ReadDb, SystemsGrant } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { getUsedSystem, listSystems } from '../../../systems/system/systems.service.ts';
import { systemsReached } from '../../access/access.service.ts';
import { type HeldRole, reachesTo, type TenantScope } from './userRights.ts';

type NamedRole = HeldRole & { readonly name: string; readonly isArchived: boolean };

const byRank: readonly Role[] = [...roles].reverse();

/** The roles of the systems that the caller sees, highest first, with whether the caller may give them. */
export async function listRoles(db: ReadDb, grant: SystemsGrant): Promise<ListedRole[]> {
  const named = await nameRoles(db, grant.systemIds);
  const administered = systemsReached(grant.identity, 'admin');
  return named.map((role) => ({
    ...role,
    mayGive: !role.isArchived && reachesTo(administered, role.systemId),
  }));
}

/** The role with this name within these systems; null if no role has it. */
export async function findRole(db: ReadDb, tenantScope: TenantScope, name: string): Promise<HeldRole | null> {
  return (await nameRoles(db, tenantScope)).find((role) => role.name === name) ?? null;
}

/** The names of these roles, highest first, by the person who holds them. */
export function nameHeldRoles(held: readonly (HeldRole & RoleWords & { readonly userId: number })[]) {
  const rankOf = ({ role }: HeldRole) => byRank.indexOf(role);
  const sorted = held.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || (one.systemId ?? 0) - (other.systemId ?? 0),
  );
  const ofPerson = Map.groupBy(sorted, ({ userId }) => userId);
  return new Map(
    [...ofPerson].map(([id, own]) => [
      id,
      own.map(({ role, ...words }) => (role === 'superAdmin' ? superAdminName : roleName(role, words))),
    ]),
  );
}

/** @throws AppError `role.notYours` with the first name that is no role within the scope */
export async function getRolesToGive(db: ReadDb, tenantScope: TenantScope, names: readonly string[]) {
  const named = await nameRoles(db, tenantScope);
  return [...new Set(names)].map((name) => {
    const role = named.find((one) => one.name === name);
    if (!role) throw new AppError('role.notYours', { params: { role: name } });
    return { role: role.role, systemId: role.systemId };
  });
}

/** @throws AppError `system.archived` */
export async function refuseArchived(db: ReadDb, roles: readonly HeldRole[]): Promise<void> {
  const systemIds = new Set(roles.flatMap(({ systemId }) => systemId ?? []));
  for (const systemId of systemIds) await getUsedSystem(db, systemId);
}

async function nameRoles(db: ReadDb, tenantScope: TenantScope): Promise<NamedRole[]> {
  const systems = (await listSystems(db)).filter(({ id }) => reachesTo(tenantScope, id));
  return byRank.flatMap((role): NamedRole[] => {
    if (role !== 'superAdmin')
      return systems.map((system) => ({
        name: roleName(role, system),
        role,
        systemId: system.id,
        isArchived: system.isArchived,
      }));
    return tenantScope === 'all' ? [{ name: superAdminName, role, systemId: null, isArchived: false }] : [];
  });
}
