/**
 * Owns who may change whom: people are locked here before anything is done to them, and told of in the audit log.
 * Refuses to know what is done.
 */
import type { AuditAction } from '@guichet/contract/audit';
import { systemsReached } from '../access/access.service.ts';
import type { AuditLine } from '../audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { SystemGrant, SystemsGrant } from '../platform/http/grant.ts';
import { AppError } from '../platform/runtime/errors.ts';
import {
  isActive,
  type LockedPerson,
  lockPeople,
  otherSuperAdminIsActive,
  waitForTurn,
} from './changes/userChanges.queries.ts';
import type { Owner } from './passwordStrength/refuseWeakPassword.service.ts';
import { fullNameOf } from './people.ts';
import {
  type HeldRole,
  isSeen,
  mayLock,
  mayManage,
  reachesTo,
  type TenantScope,
} from './rights/userRights.ts';
import { selectAccount, selectRoles } from './users.queries.ts';

type AdminGrant = SystemsGrant | SystemGrant;

/**
 * Waits until nobody else takes anything from anybody; whoever lost the account or a right meanwhile has no turn.
 * @throws AppError `session.missing`, `access.denied`
 */
export async function lockRoleChanges(tx: WriteTx, { identity }: AdminGrant): Promise<void> {
  await waitForTurn(tx);
  if (!(await isActive(tx, identity.userId))) throw new AppError('session.missing');
  const held = await selectRoles(tx, identity.userId);
  const isStillHeld = ({ role, systemId }: HeldRole) =>
    held.some((one) => one.role === role && one.systemId === systemId);
  if (!identity.roles.every(isStillHeld)) throw new AppError('access.denied');
}

/**
 * Locks the people whom the caller is about to change, all of them or none.
 * @throws AppError `user.notFound` for one who does not exist or is in none of the caller's systems, then
 * `user.outOfReach` for one who holds a right that the caller does not.
 */
export async function lockManagedUsers(
  tx: WriteTx,
  grant: AdminGrant,
  userIds: readonly number[],
): Promise<LockedPerson[]> {
  const wanted = [...new Set(userIds)];
  const tenantScope = systemsReached(grant.identity, 'admin');
  const people = await lockSeenUsers(tx, tenantScope, wanted);
  if (!people.every(({ held }) => mayManage(tenantScope, held))) throw new AppError('user.outOfReach');
  return people;
}

export async function lockManagedUser(
  tx: WriteTx,
  grant: SystemsGrant,
  userId: number,
): Promise<LockedPerson> {
  const [person] = await lockManagedUsers(tx, grant, [userId]);
  return person as LockedPerson;
}

/**
 * The same for what may be done in an emergency to people of other systems as well.
 * @throws AppError `user.notFound`, `user.outOfReach`
 */
export async function lockLockableUser(
  tx: WriteTx,
  grant: SystemsGrant,
  userId: number,
): Promise<LockedPerson> {
  const tenantScope = systemsReached(grant.identity, 'admin');
  const [person] = await lockSeenUsers(tx, tenantScope, [userId]);
  if (!person || !mayLock(tenantScope, person.held)) throw new AppError('user.outOfReach');
  return person;
}

/** A look beforehand, without a lock. @throws AppError as `lockManagedUsers` */
export async function getManagedUser(
  db: ReadDb,
  grant: AdminGrant,
  userId: number,
): Promise<{ readonly account: Owner; readonly held: readonly HeldRole[] }> {
  const tenantScope = systemsReached(grant.identity, 'admin');
  const account = await selectAccount(db, userId);
  const held = await selectRoles(db, userId);
  if (!account || !isSeen(tenantScope, held)) throw new AppError('user.notFound');
  if (!mayManage(tenantScope, held)) throw new AppError('user.outOfReach');
  return { account, held };
}

/** @throws AppError `user.notFound` */
export async function lockSeenUsers(
  tx: WriteTx,
  tenantScope: TenantScope,
  userIds: readonly number[],
): Promise<LockedPerson[]> {
  const people = await lockPeople(tx, userIds);
  if (people.length < userIds.length || !people.every(({ held }) => isSeen(tenantScope, held)))
    throw new AppError('user.notFound');
  return people;
}

/** @throws AppError `user.yourself` */
export function refuseYourself({ identity }: AdminGrant, userIds: readonly number[]): void {
  if (userIds.includes(identity.userId)) throw new AppError('user.yourself');
}

/** Before these people go. @throws AppError `user.lastSuperAdmin` */
export async function keepASuperAdmin(tx: WriteTx, leaving: readonly LockedPerson[]): Promise<void> {
  const superAdmins = leaving.filter(
    ({ held, deactivatedAt, lockedAt }) =>
      deactivatedAt === null && lockedAt === null && held.some(({ role }) => role === 'superAdmin'),
  );
  if (superAdmins.length === 0) return;
  const ids = superAdmins.map(({ id }) => id);
  if (!(await otherSuperAdminIsActive(tx, ids))) throw new AppError('user.lastSuperAdmin');
}

/** The system in whose name the caller deals with a person: one that both are of, null where there is none. */
export function systemShared(grant: AdminGrant, held: readonly HeldRole[]): number | null {
  if (grant.kind === 'onSystem') return grant.systemId;
  const shared = held.flatMap(({ systemId }) =>
    systemId !== null && reachesTo(grant.systemIds, systemId) ? [systemId] : [],
  );
  return shared.length > 0 ? Math.min(...shared) : null;
}

type Detail = Record<string, unknown>;

/**
 * What the trail says of a deed to a person, who may be gone when it is read: a line for each system in which she holds a
 * role, so that the administrators of each see it, and one of no system for a super admin. They go in through
 * `writeEverywhere`.
 * @param detail of one system, where its administrators are not to read of the others
 */
export function linesOf(
  grant: AdminGrant,
  action: AuditAction,
  person: Pick<LockedPerson, 'id' | 'firstName' | 'lastName'> & { readonly held: readonly HeldRole[] },
  detail: Detail | ((systemId: number | null) => Detail) = {},
): readonly [AuditLine, ...AuditLine[]] {
  const own = grant.kind === 'onSystem' ? grant.systemId : null;
  const [first = own, ...more] = new Set(person.held.map(({ systemId }) => systemId));
  const lineIn = (systemId: number | null): AuditLine => ({
    action,
    subject: `user:${person.id}`,
    systemId,
    detail: { name: fullNameOf(person), ...(typeof detail === 'function' ? detail(systemId) : detail) },
  });
  return [lineIn(first), ...more.map(lineIn)];
}
