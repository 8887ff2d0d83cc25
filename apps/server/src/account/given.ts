import type {
  createUser as createEndpoint,
  updatePassword as passwordEndpoint,
} from '@guichet/contract/account.given';
import type { BodyOf } from '@guichet/contract/core/endpoint';
import { systemsReached } from '../access/access.service.ts';
import { record, write } from '../audit/audit.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { SystemsGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import {
  createAccount,
  findAccountByEmail,
  getRolesToGive,
  lockManagedUser,
  setGivenPassword,
} from '../users/users.service.ts';
import { spendTokensOf } from './account.queries.ts';

/**
 * Gives somebody else a password. She has to choose another at the next sign-in, and every session of hers is over.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`
 */
export async function updatePassword(
  house: House,
  grant: SystemsGrant,
  form: BodyOf<typeof passwordEndpoint>,
): Promise<true> {
  const { userId } = form;
  // Whoever sits down at an open session must not get around the current password.
  if (userId === grant.identity.userId) throw new AppError('user.yourself');
  const passwordHash = await house.hashing.hash(form.newPassword);
  const now = house.clock.now();
  return write(house, grant, async (tx) => {
    await lockManagedUser(tx, grant, userId);
    await setGivenPassword(tx, userId, passwordHash, now);
    await spendTokensOf(tx, userId, now);
    const detail = { mailed: form.sendEmail };
    return record(true as const, { action: 'user.passwordSet', subject: `user:${userId}`, detail });
  });
}

/** @throws AppError `user.alreadyExists`, `role.notYours`, `access.denied` while somebody acts as another person */
export async function createUser(
  house: House,
  grant: SystemsGrant,
  form: BodyOf<typeof createEndpoint>,
): Promise<true> {
  if (grant.identity.actor) throw new AppError('access.denied');
  const db = house.database.read;
  const roles = await getRolesToGive(db, systemsReached(grant.identity, 'admin'), form.roleList);
  const { userName: email, firstName, lastName, languageId: language, profession } = form;
  if (!(await isEmailAvailable(db, email))) throw new AppError('user.alreadyExists', { params: { email } });
  const passwordHash = await house.hashing.hash(form.newPassword);
  const account = { email, firstName, lastName, language, profession, roles, passwordHash };
  return write(house, grant, async (tx) => {
    const userId = await createAccount(
      tx,
      { ...account, wantsNewsletter: form.newsLetter, mustChoosePassword: true },
      house.clock.now(),
    );
    const detail = { roles: form.roleList, mailed: form.sendEmail };
    return record(true as const, { action: 'user.created', subject: `user:${userId}`, detail });
  });
}

export async function isEmailAvailable(db: ReadDb, email: string): Promise<boolean> {
  return (await findAccountByEmail(db, email)) === null;
}
