/**
 * Owns the people: accounts, names, addresses, passwords, roles.
 * Refuses to know sessions (it only says since when older ones are void), cohorts and mails.
 */

import type { Role } from '@guichet/contract/core/access';
import type { Language } from '@guichet/contract/core/language';
import { roleName, superAdminName } from '@guichet/contract/roleNames';
import type { ListedUser } from '@guichet/contract/users';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import { emailKey } from '../platform/emailKey.ts';
import { getSystem } from '../systems/systems.service.ts';
import { highestRoleName, nameKeys } from './people.ts';
import {
  insertRole,
  insertUser,
  selectAccount,
  selectAccountByEmail,
  selectRoles,
  selectSystemUsers,
  updatePassword,
} from './users.queries.ts';

export { drawPassword } from './passwords.ts';
export { nameKeys } from './people.ts';
export {
  insertStagedStudents,
  insertStagedUsers,
  superAdminExists,
  updateLastVisit,
} from './users.queries.ts';

export type Account = NonNullable<Awaited<ReturnType<typeof selectAccount>>>;

export async function findAccountByEmail(db: ReadDb, email: string): Promise<Account | null> {
  return (await selectAccountByEmail(db, emailKey(email))) ?? null;
}

export async function findAccount(db: ReadDb, userId: number): Promise<Account | null> {
  return (await selectAccount(db, userId)) ?? null;
}

export interface NewAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** Null: the person chooses one through a link. */
  readonly passwordHash: string | null;
  /** Whether the person must choose another password at the first sign-in. */
  readonly mustChoosePassword: boolean;
  readonly roles: readonly { readonly role: Role; readonly systemId: number | null }[];
}

export async function createAccount(tx: WriteTx, account: NewAccount, now: Date): Promise<number> {
  const email = account.email.trim();
  const userId = await insertUser(tx, {
    email,
    email_key: emailKey(email),
    first_name: account.firstName,
    last_name: account.lastName,
    ...nameKeys(account.firstName, account.lastName, email),
    language: account.language,
    password_hash: account.passwordHash,
    must_choose_password_since: account.mustChoosePassword ? now : null,
    created_at: now,
  });
  for (const { role, systemId } of account.roles) await insertRole(tx, userId, role, systemId, now);
  return userId;
}

/** Sets a password that the person chose; every open session of that person is over with it. */
export async function setPassword(
  tx: WriteTx,
  userId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await updatePassword(tx, userId, passwordHash, now, false);
}

/** The names of a person's roles as they stand in the token (readings §1). */
export async function listRoleNames(db: ReadDb, userId: number): Promise<string[]> {
  const held = await selectRoles(db, userId);
  return held.map(({ role, coursePrefix, studentRole }) =>
    role === 'superAdmin'
      ? superAdminName
      : roleName(role, { coursePrefix: coursePrefix ?? '', studentRole: studentRole ?? '' }),
  );
}

/** Everybody who holds a role in the system, with the name of the highest one. */
export async function listSystemUsers(db: ReadDb, systemId: number): Promise<ListedUser[]> {
  const system = await getSystem(db, systemId);
  const people = await selectSystemUsers(db, systemId);
  return people.map(({ roles, deactivatedAt, ...person }) => ({
    ...person,
    fullName: `${person.firstName} ${person.lastName}`,
    role: highestRoleName(roles, system),
    isActive: deactivatedAt === null,
    learningPlatformId: null,
    mailState: null,
    platformState: null,
  }));
}
