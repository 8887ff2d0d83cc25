import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { setRoles as setRolesEndpoint, userActions } from '@guichet/contract/identity/users.changes';
import { record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { AppError, invalidField } from '../../../core/runtime/errors.ts';
import { listExtraTimeSystems, selectExtraTimeSystems, systemsReached } from '../../access/access.service.ts';
import { isGuestIn } from '../guests/guests.queries.ts';
import * as managedUsers from '../managedUsers.service.ts';
import { changeOfRights } from '../rights/extraTimeRights.ts';
import { endSessionsOfGivenPasswords } from '../rights/givenPassword.queries.ts';
import { tellOfRoles, tellOfSuperAdmin } from '../rights/givenRoles.ts';
import { getRolesToGive, refuseArchived } from '../rights/roleList.ts';
import { changeOfRoles, type HeldRole, isSuperAdmin, maySetRoles } from '../rights/userRights.ts';
import * as queries from './userChanges.queries.ts';
import { isOfStaff, writeRoles } from './writeRoles.ts';

/**
 * Activates or deactivates people, all or none; deactivation ends their sessions at once.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`, `user.lastSuperAdmin`
 */
export async function updateUsers(
  context: AppContext,
  grant: SystemsGrant,
  userIds: readonly number[],
  action: (typeof userActions)[number],
): Promise<true> {
  const now = context.clock.now();
  const deactivates = action === 'deactivate';
  return writeEverywhere(context, grant, async (tx) => {
    await managedUsers.lockRoleChanges(tx, grant);
    const people = await managedUsers.lockManagedUsers(tx, grant, userIds);
    if (deactivates) {
      managedUsers.refuseYourself(grant, userIds);
      await managedUsers.keepASuperAdmin(tx, people);
    }
    const changing = people.filter(({ deactivatedAt }) => (deactivatedAt === null) === deactivates);
    await queries.setDeactivated(
      tx,
      changing.map(({ id }) => id),
      deactivates ? now : null,
    );
    if (deactivates) await endSessionsOfGivenPasswords(tx, userIds, now);
    const [first, ...more] = changing.flatMap((person) =>
      managedUsers.makeAuditLines(grant, deactivates ? 'user.deactivated' : 'user.activated', person),
    );
    return first ? record(true as const, first, ...more) : unchanged(true as const);
  });
}

/**
 * Sets the person's roles among those that the caller may give; others stay. A staff role on an unconfirmed address
 * requires a mailed link for the next session.
 * @throws AppError `user.notFound`, `user.outOfReach` (a super admin), `user.yourself`, `role.notYours`, `extraTime.notYours`, `user.rolesChanged`,
 * `role.ofGuest`, `user.lastSuperAdmin`, `user.stillEnrolled`, `role.proofNeeded` for a super admin, `request.invalid` if no role at all would be left,
 * `system.archived` for a new role in a system that is put aside
 */
export async function setRoles(
  context: AppContext,
  grant: SystemsGrant,
  { id: userId, roleList, seen, extraTimeRights, seenExtraTimeRights }: BodyOf<typeof setRolesEndpoint>,
  { isProven }: { readonly isProven: boolean },
): Promise<true> {
  const db = context.database.read;
  const tenantScope = systemsReached(grant.identity, 'admin');
  const wanted = await getRolesToGive(db, tenantScope, roleList);
  const begunWith = seen && (await getRolesToGive(db, tenantScope, seen));
  return writeEverywhere(context, grant, async (tx) => {
    await managedUsers.lockRoleChanges(tx, grant);
    const person = await managedUsers.lockSeenUser(tx, tenantScope, userId);
    managedUsers.refuseYourself(grant, [userId]);
    if (!maySetRoles(tenantScope, person.held)) throw new AppError('user.outOfReach');
    const sinceSeen = changeOfRoles(tenantScope, person.held, begunWith ?? []);
    if (begunWith && sinceSeen.given.length + sinceSeen.taken.length > 0)
      throw new AppError('user.rolesChanged');
    const { given, taken } = changeOfRoles(tenantScope, person.held, wanted);
    await refuseArchived(tx, given);
    if (given.some(isOfStaff) && (await isGuestIn(tx, userId, { tenantScope, today: context.clock.today() })))
      throw new AppError('role.ofGuest');
    const heldAfter = [...person.held.filter((role) => !taken.includes(role)), ...given];
    const rights = changeOfRights(tenantScope, heldAfter, {
      held: await selectExtraTimeSystems(tx, userId),
      wanted: extraTimeRights,
      seen: seenExtraTimeRights,
      givable: await listExtraTimeSystems(tx, grant),
      newRoles: given,
    });
    const isSame = given.length + taken.length + rights.given.length + rights.taken.length === 0;
    if (isSame) return unchanged(true as const);
    const makesSuper = isSuperAdmin(given);
    if (makesSuper && !isProven) throw new AppError('role.proofNeeded');
    // Only a super admin would find a person without a role, while their address stays taken.
    if (heldAfter.length === 0) throw invalidField('roleList', 'required');
    if (isSuperAdmin(taken)) await managedUsers.keepASuperAdmin(tx, [person]);
    for (const role of taken) await refuseEnrolled(tx, userId, role);
    const said = await writeRoles(context, tx, grant, person, { given, taken, rights });
    const ofStaff = given.filter(isOfStaff);
    const isConfirmed = person.emailConfirmedAt !== null;
    const link = isConfirmed ? null : person.hasPassword ? 'needsLink' : 'needsPassword';
    if (ofStaff.length > 0 && !person.deactivatedAt && !person.lockedAt)
      await tellOfRoles(context, tx, grant, person, { given: ofStaff, link });
    if (!makesSuper) return record(true as const, ...said);
    return record(true as const, ...said, await tellOfSuperAdmin(context, tx, grant, person));
  });
}

/** An enrolled candidate needs the student role, and has to be unenrolled first. @throws AppError `user.stillEnrolled` */
async function refuseEnrolled(tx: WriteTx, userId: number, { role, systemId }: HeldRole): Promise<void> {
  if (role === 'student' && systemId !== null && (await queries.isEnrolled(tx, userId, systemId)))
    throw new AppError('user.stillEnrolled');
}
