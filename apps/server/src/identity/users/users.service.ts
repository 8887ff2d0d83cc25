/** Owns accounts, names, addresses, passwords and roles. Does not know sessions, exams or mail texts. */

import { emailKey } from '@guichet/contract/core/fold';
import { joinNames } from '@guichet/contract/core/fullName';
import { type FormTexts, listedTexts } from '@guichet/contract/core/personTexts';
import type { AppContext, SignedInGrant, SystemGrant } from '../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { AppError } from '../../core/runtime/errors.ts';
import type { Reader } from '../../mail/outbox/outbox.service.ts';
import { getSystem } from '../../systems/system/systems.service.ts';
import { systemsReached } from '../access/access.service.ts';
import { setDeactivated, setLocked, waiveLink } from './changes/userChanges.queries.ts';
import { nameKeys } from './nameKeys.service.ts';
import { highestRoleName, nameOfRole } from './people.ts';
import { cleanTexts, textColumns, textsAsStated } from './personTexts.ts';
import { storeHandover } from './rights/handovers.queries.ts';
import type { HeldRole } from './rights/userRights.ts';
import { selectSystemUsers } from './systemUsers.queries.ts';
import { findAccount, insertRole, insertUser, listHeldRoles, storePassword } from './users.queries.ts';

export { joinNames } from '@guichet/contract/core/fullName';
export { hasOtherGroupRoles, setGroupRoles } from './changes/groupRoles.ts';
export {
  confirmThroughLink,
  deletePeople,
  forgetGivenPassword,
  type LockedPerson,
  lockAccount,
  lockPeople,
  markEmailConfirmed,
  restartFirstPasswords,
  selectAddressTimes,
  selectGrants,
  takeStudentRoles,
  updateExtraTimeRights,
  updatePerson,
} from './changes/userChanges.queries.ts';
export { setRoles } from './changes/userChanges.ts';
export { rolesInAuditLog } from './changes/writeRoles.ts';
export { seedDemoHistory } from './demo.queries.ts';
export { insertStudent, selectGuests, statedValues, updateStated } from './guests/guests.queries.ts';
export { tellOfGuests } from './guests/tellOfGuests.ts';
export { deleteUserChangesBefore } from './index/userIndex.queries.ts';
export { findUserIndex, startUserIndex } from './index/userIndex.ts';
export { hasSecondFactor, selectPerson } from './info/userInfo.queries.ts';
export { drawPassword, hasLapsed } from './passwords.ts';
export { nameOfRole } from './people.ts';
export { cleanTexts, languageAsStated, selectTexts, textColumns, textsAsStated } from './personTexts.ts';
export { rightsOfNewAdmins } from './rights/extraTimeRights.ts';
export { sayRoles, tellOfSuperAdmin } from './rights/givenRoles.ts';
export {
  confirmHandovers,
  confirmStagedAddresses,
  deleteHandover,
  selectOpenHandovers,
  storeHandover,
} from './rights/handovers.queries.ts';
export { manages, selectAdministrators, selectManagers } from './rights/managers.queries.ts';
export { getRolesToGive, refuseArchived } from './rights/roleList.ts';
export {
  type HeldRole,
  isSeen,
  isSuperAdmin,
  mayCorrect,
  mayManage,
  reachesTo,
} from './rights/userRights.ts';
export { findAccountSender, findActingSystem, findOwnSystem } from './sender/accountSender.ts';
export {
  type Account,
  endUserSessions,
  findAccount,
  findAccountByEmail,
  findHolder,
  type HeldRoles,
  hasSeveralAccounts,
  insertStagedStudents,
  insertStagedUsers,
  listHeldRoles,
  lockFirstStart,
  selectAccounts,
  selectSuperAdmins,
  storePassword,
  superAdminExists,
  type UserText,
  updateLastVisit,
  wasSuperAdmin,
} from './users.queries.ts';

export interface NewAccount extends FormTexts, Omit<Reader, 'id'> {
  /** Null: the person chooses a password through a link. */
  readonly passwordHash: string | null;
  /** Whether the person must choose another password at the first sign-in. */
  readonly mustChoosePassword: boolean;
  /** The person who chose that password for somebody else. */
  readonly passwordGivenBy?: number;
  readonly roles: readonly HeldRole[];
  readonly wantsNewsletter?: boolean | undefined;
}

/** @throws AppError `user.alreadyExists` */
export async function createAccount(tx: WriteTx, account: NewAccount, now: Date): Promise<number> {
  const email = account.email.trim();
  const texts = cleanTexts(account);
  const userId = await insertUser(tx, {
    email,
    email_key: emailKey(email),
    first_name: account.firstName,
    last_name: account.lastName,
    ...nameKeys(account.firstName, account.lastName, email, texts.studentNumber ?? null),
    language: account.language,
    password_hash: account.passwordHash,
    must_choose_password_since: account.mustChoosePassword ? now : null,
    password_mailed_at: null,
    password_given_by: account.passwordGivenBy ?? null,
    ...textColumns(texts),
    wants_newsletter: account.wantsNewsletter ?? false,
    created_at: now,
  });
  if (userId === null) throw new AppError('user.alreadyExists', { params: { email } });
  for (const { role, systemId } of account.roles) await insertRole(tx, userId, role, systemId, now);
  const by = account.passwordGivenBy;
  if (by) await storeHandover(tx, { userId, part: 'password', by, now });
  return userId;
}

/** The names of a person's roles, as the token states them (readings §1). */
export async function listRoleNames(db: ReadDb, userId: number): Promise<string[]> {
  return (await listHeldRoles(db, userId)).map(nameOfRole);
}

/** The account of the caller. @throws AppError `session.missing` */
export async function getOwnAccount(context: AppContext, { identity }: Pick<SignedInGrant, 'identity'>) {
  const account = await findAccount(context.database.read, identity.userId);
  if (!account) throw new AppError('session.missing');
  return account;
}

/** The people with a role in the system, each with the name of their highest role. */
export async function listSystemUsers({ database, clock }: AppContext, grant: SystemGrant) {
  const { systemId, identity } = grant;
  const db = database.read;
  const system = await getSystem(db, systemId);
  const tenantScope = systemsReached(identity, 'support');
  const people = await selectSystemUsers(db, systemId, { tenantScope, today: clock.today() });
  return people.map(({ roles, deactivatedAt, stated, ...person }) => ({
    ...person,
    ...textsAsStated(listedTexts, person, stated),
    fullName: joinNames(person),
    role: highestRoleName(roles, system),
    isActive: deactivatedAt === null,
    isSelf: person.id === identity.userId,
    learningPlatformId: null,
    mailState: null,
    platformState: null,
    language: null,
    isMailed: null,
    isInvited: null,
    isToInvite: false,
    hasSignedIn: null,
    isAttested: null,
    presence: null,
    notPresent: null,
  }));
}

/** Makes a person an active, unlocked super admin with this password; ends all their sessions. */
export async function restoreSuperAdmin(
  tx: WriteTx,
  userId: number,
  {
    passwordHash,
    mustChoosePassword,
  }: { readonly passwordHash: string; readonly mustChoosePassword: boolean },
  now: Date,
): Promise<void> {
  await setDeactivated(tx, [userId], null);
  await setLocked(tx, userId, null);
  await insertRole(tx, userId, 'superAdmin', null, now);
  await storePassword(
    tx,
    userId,
    passwordHash,
    now,
    mustChoosePassword ? { isMailed: false, by: null } : null,
  );
  // The operator vouches for the address, so no mailed link is needed.
  await waiveLink(tx, userId);
}
