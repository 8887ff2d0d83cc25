import { findAuthor, record, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { planDeparture } from '../../../learning/learning.service.ts';
import { cancelMails } from '../../../mail/outbox/outbox.service.ts';
import { listSystems } from '../../../systems/system/systems.service.ts';
import * as queries from '../changes/userChanges.queries.ts';
import * as managedUsers from '../managedUsers.service.ts';
import { endSessionsOfGivenPasswords } from '../rights/givenPassword.queries.ts';
import { maySetRoles, systemsOutside } from '../rights/userRights.ts';

/**
 * Deletes a person of this system only: account, sessions, enrolments, unsent mails, and the enrolments on
 * the learning platform. The audit log stays.
 * @throws AppError `user.notFound`, `user.yourself`, `user.outOfReach` (a super admin),
 * `user.inOtherSystems`, `user.lastSuperAdmin`
 */
export async function deleteUser(context: AppContext, grant: SystemGrant, userId: number): Promise<true> {
  const names = new Map((await listSystems(context.database.read)).map(({ id, name }) => [id, name]));
  await writeEverywhere(context, grant, async (tx) => {
    await managedUsers.lockRoleChanges(tx, grant);
    const person = await managedUsers.lockSeenUser(tx, managedUsers.seenFrom(grant), userId);
    managedUsers.refuseYourself(grant, [userId]);
    refuseRolesElsewhere(grant, person, names);
    await managedUsers.keepASuperAdmin(tx, [person]);
    await planDeparture(tx, userId, context.clock.now());
    const why = { reason: 'cancelledAccount', by: findAuthor(grant).fullName } as const;
    await cancelMails(tx, { userId }, { alsoHeld: true, alsoFailed: true, why });
    await queries.deletePeople(tx, [userId]);
    await endSessionsOfGivenPasswords(tx, [userId], context.clock.now());
    return record(
      null,
      ...managedUsers.makeAuditLines(grant, 'user.deleted', person, { email: person.email }),
    );
  });
  return true;
}

function refuseRolesElsewhere(
  grant: SystemGrant,
  { held }: queries.LockedPerson,
  names: ReadonlyMap<number, string>,
): void {
  if (!maySetRoles(managedUsers.seenFrom(grant), held)) throw new AppError('user.outOfReach');
  const elsewhere = systemsOutside([grant.systemId], held);
  if (elsewhere.length === 0) return;
  const systems = elsewhere.map((id) => names.get(id) ?? '').join(', ');
  throw new AppError('user.inOtherSystems', { params: { systems } });
}
