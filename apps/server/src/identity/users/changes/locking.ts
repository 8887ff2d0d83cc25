import { record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import {
  keepASuperAdmin,
  linesOf,
  lockLockableUser,
  lockRoleChanges,
  refuseYourself,
} from '../managedUsers.service.ts';
import { endSessionsOfGivenPasswords } from '../rights/givenPassword.queries.ts';
import { setLocked } from './userChanges.queries.ts';

/**
 * Locks an account in an emergency, until a super admin unlocks it: ends its sessions and refuses sign-ins.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`, `user.lastSuperAdmin`
 */
export async function lockUser(context: AppContext, grant: SystemsGrant, userId: number): Promise<true> {
  const { userId: by, fullName: byName } = grant.identity;
  return writeEverywhere(context, grant, async (tx) => {
    await lockRoleChanges(tx, grant);
    const person = await lockLockableUser(tx, grant, userId);
    refuseYourself(grant, [userId]);
    if (person.lockedAt) return unchanged(true as const);
    await keepASuperAdmin(tx, [person]);
    const at = context.clock.now();
    await setLocked(tx, userId, { at, by, byName });
    await endSessionsOfGivenPasswords(tx, [userId], at);
    return record(true as const, ...linesOf(grant, 'user.locked', person));
  });
}

/** Unlocks an account; for super admins. @throws AppError `user.notFound` */
export async function unlockUser(context: AppContext, grant: SystemsGrant, userId: number): Promise<true> {
  return writeEverywhere(context, grant, async (tx) => {
    await lockRoleChanges(tx, grant);
    const person = await lockLockableUser(tx, grant, userId);
    if (!person.lockedAt) return unchanged(true as const);
    await setLocked(tx, userId, null);
    return record(true as const, ...linesOf(grant, 'user.unlocked', person));
  });
}
