/**
 * Owns accounts, names, addresses, passwords and roles.
 * Does not know sessions (it only stores the time before which they are void), cohorts or mail texts.
 */

import { emailKey } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { ListedUser } from '@guichet/contract/users';
import type { StatedTexts } from '@guichet/contract/users.personTexts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { getSystem } from '../systems/systems.service.ts';
import { nameKeys } from './nameKeys.service.ts';
import { fullNameOf, highestRoleName, nameOfRole } from './people.ts';
import { cleanTexts, textColumns } from './personTexts.ts';
import type { HeldRole } from './rights/userRights.ts';
import {
  insertRole,
  insertUser,
  selectAccount,
  selectAccountByEmail,
  selectHolderByEmail,
  selectRoles,
  selectSystemUsers,
  updatePassword,
} from './users.queries.ts';

export { confirmThroughLink, markEmailConfirmed } from './changes/userChanges.queries.ts';
export { seedDemoHistory } from './demo.queries.ts';
export { deleteUserChangesBefore } from './index/userIndex.queries.ts';
export { startUserIndex } from './index/userIndex.ts';
export { drawPassword, hasLapsed } from './passwords.ts';
export { fullNameOf } from './people.ts';
export { cleanTexts, selectTexts } from './personTexts.ts';
export { getRolesToGive } from './rights/roleList.ts';
export type { HeldRole } from './rights/userRights.ts';
export {
  endSessionsOf,
  insertStagedStudents,
  insertStagedUsers,
  superAdminExists,
  type UserText,
  updateLastVisit,
} from './users.queries.ts';

/** The roles of a person with the systems' titles. */
export type HeldRoles = Awaited<ReturnType<typeof selectRoles>>;
export type Account = NonNullable<Awaited<ReturnType<typeof selectAccount>>>;

export async function findAccountByEmail(db: ReadDb, email: string): Promise<Account | null> {
  return (await selectAccountByEmail(db, emailKey(email))) ?? null;
}

/** The account with this e-mail address and its roles; null if there is none. */
export async function findHolder(
  db: ReadDb,
  email: string,
): Promise<{ readonly account: Account; readonly held: HeldRoles } | null> {
  const found = await selectHolderByEmail(db, emailKey(email));
  if (!found) return null;
  const { held, ...account } = found;
  return { account, held: held ?? [] };
}

export async function findAccount(db: ReadDb, userId: number): Promise<Account | null> {
  return (await selectAccount(db, userId)) ?? null;
}

export interface NewAccount extends StatedTexts {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** Null: the person chooses one through a link. */
  readonly passwordHash: string | null;
  /** Whether the person must choose another password at the first sign-in. */
  readonly mustChoosePassword: boolean;
  /** Whether that password is in a mail: it must then be replaced before anything else. */
  readonly isPasswordMailed?: boolean;
  readonly roles: readonly HeldRole[];
  readonly wantsNewsletter?: boolean | undefined;
}

/** @throws AppError `user.alreadyExists` */
export async function createAccount(tx: WriteTx, account: NewAccount, now: Date): Promise<number> {
  const email = account.email.trim();
  const userId = await insertUser(tx, {
    email,
    email_key: emailKey(email),
    first_name: account.firstName,
    last_name: account.lastName,
    ...nameKeys(account.firstName, account.lastName, email, null),
    language: account.language,
    password_hash: account.passwordHash,
    must_choose_password_since: account.mustChoosePassword ? now : null,
    password_mailed_at: account.isPasswordMailed ? now : null,
    ...textColumns(cleanTexts(account)),
    wants_newsletter: account.wantsNewsletter ?? false,
    created_at: now,
  });
  if (userId === null) throw new AppError('user.alreadyExists', { params: { email } });
  for (const { role, systemId } of account.roles) await insertRole(tx, userId, role, systemId, now);
  return userId;
}

/** Sets a password that the person chose; ends all her sessions. */
export async function setPassword(
  tx: WriteTx,
  userId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await updatePassword(tx, userId, passwordHash, now, null);
}

/** Sets a password on the person's behalf: she must choose another at her next sign-in; ends all her sessions. */
export async function setGivenPassword(
  tx: WriteTx,
  userId: number,
  { passwordHash, isMailed }: { readonly passwordHash: string; readonly isMailed: boolean },
  now: Date,
): Promise<void> {
  await updatePassword(tx, userId, passwordHash, now, { isMailed });
}

/** The roles of a person with the systems' titles. */
export function listHeldRoles(db: ReadDb, userId: number): Promise<HeldRoles> {
  return selectRoles(db, userId);
}

/** The names of a person's roles as in the token (readings §1). */
export async function listRoleNames(db: ReadDb, userId: number): Promise<string[]> {
  return roleNamesOf(await selectRoles(db, userId));
}

export function roleNamesOf(held: HeldRoles): string[] {
  return held.map(nameOfRole);
}

/** The people with a role in the system, each with the name of the highest one. */
export async function listSystemUsers(
  db: ReadDb,
  { systemId, identity }: SystemGrant,
): Promise<ListedUser[]> {
  const system = await getSystem(db, systemId);
  const people = await selectSystemUsers(db, systemId);
  return people.map(({ roles, deactivatedAt, ...person }) => ({
    ...person,
    fullName: fullNameOf(person),
    role: highestRoleName(roles, system),
    isActive: deactivatedAt === null,
    isSelf: person.id === identity.userId,
    learningPlatformId: null,
    mailState: null,
    platformState: null,
    isAttested: null,
  }));
}
