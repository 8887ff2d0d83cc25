import { record, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { SystemGrant } from '../../../core/http/grant.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { planDeparture } from '../../../learning/learning.service.ts';
import { cancelMails } from '../../../mail/outbox/outbox.service.ts';
import { listSystems } from '../../../systems/system/systems.service.ts';
import { systemsReached } from '../../access/access.service.ts';
import { deletePeople, type LockedPerson } from '../changes/userChanges.queries.ts';
import { seenFrom } from '../info/userInfo.ts';
import {
  keepASuperAdmin,
  linesOf,
  lockRoleChanges,
  lockSeenUsers,
  refuseYourself,
} from '../managedUsers.service.ts';
import { endSessionsOfGivenPasswords } from '../rights/givenPassword.queries.ts';

/**
 * Deletes a person of this system only: account, sessions, enrolments, unsent mails, and the enrolments on
 * the learning platform. The audit log stays.
 * @throws AppError `user.notFound`, `user.yourself`, `user.outOfReach` (a super admin),
 * `user.inOtherSystems`, `user.lastSuperAdmin`
 */
export async function deleteUser(context: AppContext, grant: SystemGrant, userId: number): Promise<true> {
  const names = new Map((await listSystems(context.database.read)).map(({ id, name }) => [id, name]));
  await writeEverywhere(context, grant, async (tx) => {
    await lockRoleChanges(tx, grant);
    const [person] = await lockSeenUsers(tx, seenFrom(grant), [userId]);
    if (!person) throw new AppError('user.notFound');
    refuseYourself(grant, [userId]);
    refuseRolesElsewhere(grant, person, names);
    await keepASuperAdmin(tx, [person]);
    await planDeparture(tx, userId, context.clock.now());
    await cancelMails(tx, { userId }, { alsoHeld: true });
    await deletePeople(tx, [userId]);
    await endSessionsOfGivenPasswords(tx, [userId], context.clock.now());
    return record(null, ...linesOf(grant, 'user.deleted', person, { email: person.email }));
  });
  return true;
}

function refuseRolesElsewhere(
  grant: SystemGrant,
  { held }: LockedPerson,
  names: ReadonlyMap<number, string>,
): void {
  const isSuperAdmin = held.some(({ role }) => role === 'superAdmin');
  if (isSuperAdmin && systemsReached(grant.identity, 'admin') !== 'all')
    throw new AppError('user.outOfReach');
  const elsewhere = new Set(held.map(({ systemId }) => systemId).filter((id) => id !== grant.systemId));
  elsewhere.delete(null);
  if (elsewhere.size === 0) return;
  const systems = [...elsewhere].map((id) => names.get(id ?? 0) ?? '').join(', ');
  throw new AppError('user.inOtherSystems', { params: { systems } });
}
