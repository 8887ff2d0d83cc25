import { record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { mailPeople, makeMailing } from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import * as managedUsers from '../managedUsers.service.ts';
import { endSessionsOfGivenPasswords } from '../rights/givenPassword.queries.ts';
import { findAccountSender, findActingSystem } from '../sender/accountSender.ts';
import type { LockedPerson } from './userChanges.queries.ts';
import * as queries from './userChanges.queries.ts';

/**
 * Locks an account in an emergency, until a super admin unlocks it: ends its sessions, refuses sign-ins, and mails the person.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`, `user.lastSuperAdmin`
 */
export async function lockUser(context: AppContext, grant: SystemsGrant, userId: number): Promise<true> {
  const { userId: by, fullName: byName } = grant.identity;
  return writeEverywhere(context, grant, async (tx) => {
    await managedUsers.lockRoleChanges(tx, grant);
    const person = await managedUsers.lockLockableUser(tx, grant, userId, context.clock.today());
    managedUsers.refuseYourself(grant, [userId]);
    if (person.lockedAt) return unchanged(true as const);
    await managedUsers.keepASuperAdmin(tx, [person]);
    const at = context.clock.now();
    await queries.setLocked(tx, userId, { at, by, byName });
    await endSessionsOfGivenPasswords(tx, [userId], at);
    await tellOfLock(context, tx, grant, person, 'accountLocked');
    return record(true as const, ...managedUsers.makeAuditLines(grant, 'user.locked', person));
  });
}

/** Unlocks an account, and mails the person; for super admins. @throws AppError `user.notFound` */
export async function unlockUser(context: AppContext, grant: SystemsGrant, userId: number): Promise<true> {
  return writeEverywhere(context, grant, async (tx) => {
    await managedUsers.lockRoleChanges(tx, grant);
    const person = await managedUsers.lockLockableUser(tx, grant, userId, context.clock.today());
    if (!person.lockedAt) return unchanged(true as const);
    await queries.setLocked(tx, userId, null);
    await tellOfLock(context, tx, grant, person, 'accountUnlocked');
    return record(true as const, ...managedUsers.makeAuditLines(grant, 'user.unlocked', person));
  });
}

/** Mails a person that their account is locked or no longer, and whose office to call; no administrators see the mail. */
async function tellOfLock(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant,
  person: LockedPerson,
  purpose: 'accountLocked' | 'accountUnlocked',
): Promise<void> {
  if (person.deactivatedAt) return;
  await mailPeople(context, tx, [person], {
    text: async (language) => {
      const acting = findActingSystem(grant, person.held);
      const from = await findAccountSender(context, tx, person, language, acting);
      return { ...makeMailing(from, { purpose, language }, mailText(purpose, language)), systemId: null };
    },
    key: () => `${purpose}:${context.clock.uuid()}`,
    urgent: true,
  });
}
