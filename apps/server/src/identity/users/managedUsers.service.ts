/** Owns who may change whom: locks people before a change, and writes its audit lines. */

import type { AuditAction } from '@guichet/contract/core/audit';
import { joinNames } from '@guichet/contract/core/fullName';
import type { AuditLine } from '../../core/audit/audit.service.ts';
import type { Grant, ReadDb, SystemGrant, SystemsGrant, WriteTx } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { systemsReached } from '../access/access.service.ts';
import * as queries from './changes/userChanges.queries.ts';
import { isGuestIn } from './guests/guests.queries.ts';
import * as userRights from './rights/userRights.ts';
import { findAccount, listHeldRoles } from './users.queries.ts';

type AdminGrant = SystemsGrant | SystemGrant;

/**
 * Serializes role changes until the end of the transaction, then checks the caller's rights again.
 * @throws AppError `session.missing` if the account is no longer active, `access.denied` if a role was lost
 */
export async function lockRoleChanges(tx: WriteTx, { identity }: AdminGrant): Promise<void> {
  await queries.waitForTurn(tx);
  if (!(await queries.isActive(tx, identity.userId))) throw new AppError('session.missing');
  const held = await listHeldRoles(tx, identity.userId);
  const isStillHeld = ({ role, systemId }: userRights.HeldRole) =>
    held.some((one) => one.role === role && one.systemId === systemId);
  if (!identity.roles.every(isStillHeld)) throw new AppError('access.denied');
}

/**
 * Locks the people whom the caller is about to change, all of them or none.
 * @throws AppError `user.notFound` for a person who does not exist or is in none of the caller's systems,
 * then `user.outOfReach` for a person with a right that the caller lacks
 */
export async function lockManagedUsers(tx: WriteTx, grant: AdminGrant, userIds: readonly number[]) {
  const wanted = [...new Set(userIds)];
  const tenantScope = systemsReached(grant.identity, 'admin');
  const people = await lockSeenUsers(tx, tenantScope, wanted);
  if (!people.every(({ held }) => userRights.mayManage(tenantScope, held)))
    throw new AppError('user.outOfReach');
  return people;
}

export async function lockManagedUser(tx: WriteTx, grant: SystemsGrant, userId: number) {
  const [person] = await lockManagedUsers(tx, grant, [userId]);
  return person as queries.LockedPerson;
}

/**
 * Locks the row of a person for emergency measures, which also reach people of other systems (`mayLock`).
 * @throws AppError `user.notFound`, `user.outOfReach`
 */
export async function lockLockableUser(tx: WriteTx, grant: SystemsGrant, userId: number, today: string) {
  const tenantScope = systemsReached(grant.identity, 'admin');
  const person = await lockSeenUser(tx, tenantScope, userId);
  const isGuest = await isGuestIn(tx, userId, { tenantScope, today });
  if (!userRights.mayLock(tenantScope, person.held, { isGuest })) throw new AppError('user.outOfReach');
  return person;
}

/** Finds a person with a role in one of these systems; locks no row. @throws AppError `user.notFound` */
export async function getSeenUser(db: ReadDb, tenantScope: userRights.TenantScope, userId: number) {
  const account = await findAccount(db, userId);
  const held = await listHeldRoles(db, userId);
  if (!account || !userRights.isSeen(tenantScope, held)) throw new AppError('user.notFound');
  return { account, held };
}

/** Finds a person whom the caller may manage; locks no row. @throws AppError `user.notFound`, `user.outOfReach` */
export async function getManagedUser(db: ReadDb, grant: AdminGrant, userId: number) {
  const tenantScope = systemsReached(grant.identity, 'admin');
  const found = await getSeenUser(db, tenantScope, userId);
  if (!userRights.mayManage(tenantScope, found.held)) throw new AppError('user.outOfReach');
  return found;
}

/** The systems whose people the caller may look up from this one. */
export function seenFrom(grant: SystemGrant): userRights.TenantScope {
  return systemsReached(grant.identity, 'admin') === 'all' ? 'all' : [grant.systemId];
}

/** @throws AppError `user.notFound` */
export async function lockSeenUser(tx: WriteTx, tenantScope: userRights.TenantScope, userId: number) {
  const [person] = await lockSeenUsers(tx, tenantScope, [userId]);
  return person as queries.LockedPerson;
}

async function lockSeenUsers(tx: WriteTx, tenantScope: userRights.TenantScope, userIds: readonly number[]) {
  const people = await queries.lockPeople(tx, userIds);
  if (people.length < userIds.length || !people.every(({ held }) => userRights.isSeen(tenantScope, held)))
    throw new AppError('user.notFound');
  return people;
}

/** @throws AppError `user.yourself` */
export function refuseYourself({ identity }: AdminGrant, userIds: readonly number[]): void {
  if (userIds.includes(identity.userId)) throw new AppError('user.yourself');
}

/** Checks that an active super admin remains without these people. @throws AppError `user.lastSuperAdmin` */
export async function keepASuperAdmin(tx: WriteTx, leaving: readonly queries.LockedPerson[]): Promise<void> {
  const superAdmins = leaving.filter(
    ({ held, deactivatedAt, lockedAt }) =>
      deactivatedAt === null && lockedAt === null && userRights.isSuperAdmin(held),
  );
  if (superAdmins.length === 0) return;
  const ids = superAdmins.map(({ id }) => id);
  if (!(await queries.otherSuperAdminIsActive(tx, ids))) throw new AppError('user.lastSuperAdmin');
}

/** A system that the caller administers and in which the person holds a role; null if there is none. */
export function systemShared(grant: AdminGrant, held: readonly userRights.HeldRole[]): number | null {
  if (grant.kind === 'onSystem') return grant.systemId;
  const shared = held.flatMap(({ systemId }) =>
    systemId !== null && userRights.reachesTo(grant.systemIds, systemId) ? [systemId] : [],
  );
  return shared.length > 0 ? Math.min(...shared) : null;
}

type Detail = Record<string, unknown>;

/**
 * The audit lines of an action on a person, for `writeEverywhere`: a line for each system in which the person holds a role,
 * so that its administrators see the action, and a line without a system for a super admin. The lines hold the name: the
 * account may be deleted.
 * @param detail a function where the detail must not mention other systems
 */
export function makeAuditLines(
  grant: Grant,
  action: AuditAction,
  person: Pick<queries.LockedPerson, 'id' | 'firstName' | 'lastName'> & {
    readonly held: readonly Pick<userRights.HeldRole, 'systemId' | 'isGuest'>[];
  },
  detail: Detail | ((systemId: number | null) => Detail) = {},
): readonly [AuditLine, ...AuditLine[]] {
  const own = grant.kind === 'onSystem' ? grant.systemId : null;
  const [first = own, ...more] = new Set(person.held.map(({ systemId }) => systemId));
  // A system in which the person is a guest reads that something changed, but not the detail.
  const isGuestIn = (systemId: number | null) =>
    person.held.some((role) => role.isGuest && role.systemId === systemId);
  const detailIn = (systemId: number | null) => {
    if (typeof detail === 'function') return detail(systemId);
    return isGuestIn(systemId) ? {} : detail;
  };
  const lineIn = (systemId: number | null): AuditLine => ({
    action,
    subject: `user:${person.id}`,
    systemId,
    detail: { name: joinNames(person), ...detailIn(systemId) },
  });
  return [lineIn(first), ...more.map(lineIn)];
}
