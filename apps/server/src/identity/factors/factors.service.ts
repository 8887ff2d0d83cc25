/** Owns the second factors: codes of an app, passkeys, recovery codes. The caller opens the session. */

import type { Factors } from '@guichet/contract/identity/factors';
import { type Following, record, unchanged, writeEverywhere } from '../../core/audit/audit.service.ts';
import type { AppContext, Identity, SignedInGrant, SystemsGrant } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { lockManagedUser, makeAuditLines } from '../users/managedUsers.service.ts';
import { type Account, endUserSessions, findActingSystem } from '../users/users.service.ts';
import * as queries from './factors.queries.ts';
import { changeOwnFactors, isRequired, queueFactorMail } from './ownFactors.ts';
import { selectPasskeys } from './passkeys/passkeys.queries.ts';
import { drawRecoveryCodes } from './recoveryCodes/recoveryCodes.ts';

export { deleteChallengesBefore } from './challenges/challenges.queries.ts';
export { countWrongAnswer } from './challenges/challenges.ts';
export { deleteFactors, deleteWaitingTotpBefore } from './factors.queries.ts';
export { queueFactorMail } from './ownFactors.ts';
export { checkProof, ifProven } from './proof.ts';

export async function listFactors(context: AppContext, { identity }: SignedInGrant): Promise<Factors> {
  const { userId } = identity;
  const db = context.database.read;
  const totp = await queries.selectTotp(db, userId);
  const passkeys = await selectPasskeys(db, userId);
  return {
    totp: totp?.addedAt ? { addedAt: totp.addedAt } : null,
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({ id, name, addedAt, lastUsedAt })),
    recoveryCodesLeft: await queries.countCodesLeft(db, userId),
    isRequired: isRequired(context, identity),
  };
}

/** Whether a role requires a second factor that this person does not have yet. */
export async function isFactorDue(context: AppContext, person: Pick<Identity, 'userId' | 'roles'>) {
  return isRequired(context, person) && !(await queries.hasFactor(context.database.read, person.userId));
}

/** Replaces all recovery codes by ten new ones. @throws AppError `factor.notFound` for a person without a factor */
export async function makeRecoveryCodes(context: AppContext, grant: SignedInGrant) {
  const { userId } = grant.identity;
  const drawn = await drawRecoveryCodes(context);
  return changeOwnFactors(context, grant, 'recoveryCodesMade', async (tx) => {
    if (!(await queries.hasFactor(tx, userId))) throw new AppError('factor.notFound');
    await queries.replaceCodes(tx, userId, drawn.hashed, context.clock.now());
    return { result: { outcome: 'made' as const, recoveryCodes: drawn.codes } };
  });
}

/**
 * Deletes all factors of a person who has lost them, so that the password alone opens a session again. False
 * when the person had none.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`
 */
export async function resetFactors(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
  answerRequests: Following,
) {
  // Otherwise an open session would be enough to remove the caller's own factors without a proof.
  if (userId === grant.identity.userId) throw new AppError('user.yourself');
  return writeEverywhere(context, grant, async (tx) => {
    const person = await lockManagedUser(tx, grant, userId);
    if (!(await queries.deleteFactors(tx, userId))) return unchanged(false);
    await endUserSessions(tx, userId, context.clock.now());
    await queueFactorMail(context, tx, person, 'factorsReset', findActingSystem(grant, person.held));
    const lines = makeAuditLines(grant, 'user.factorsReset', person);
    return answerRequests(context, tx, grant, record(true, ...lines));
  });
}

/**
 * Deletes the factors that were set up under a password of somebody else's choice, who may hold them, and tells the person;
 * in the transaction in which a mailed link sets a password. False when there were none.
 */
export async function endFactorsOfGivenPassword(context: AppContext, tx: WriteTx, account: Account) {
  if (!(await queries.deleteFactorsOfGivenPassword(tx, account.id))) return false;
  await queueFactorMail(context, tx, account, 'factorsEnded');
  return true;
}
