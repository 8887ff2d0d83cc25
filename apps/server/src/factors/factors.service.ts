/**
 * Owns the second factors: codes of an app, passkeys, recovery codes.
 * Does not know sessions beyond their ids: it checks answers, and the caller opens the session.
 */
import type { Factors } from '@guichet/contract/factors';
import type { Identity, SignedInGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { getOwnAccount } from '../users/users.service.ts';
import * as queries from './factors.queries.ts';
import { changeOwnFactors, isRequired } from './ownFactors.ts';
import { selectPasskeys } from './passkeys/passkeys.queries.ts';
import { countCodesLeft, replaceCodes } from './recoveryCodes/recoveryCodes.queries.ts';
import { drawRecoveryCodes } from './recoveryCodes/recoveryCodes.ts';
import { selectTotp } from './totp/totp.queries.ts';

export { deleteChallengesBefore } from './challenges/challenges.queries.ts';
export { countWrongAnswer } from './challenges/challenges.ts';
export { deleteFactors } from './factors.queries.ts';
export { deleteWaitingTotpBefore } from './totp/totp.queries.ts';

/** The factors of the signed-in person. */
export async function listFactors(context: AppContext, { identity }: SignedInGrant): Promise<Factors> {
  const { userId } = identity;
  const db = context.database.read;
  const totp = await selectTotp(db, userId);
  const passkeys = await selectPasskeys(db, userId);
  return {
    totp: totp?.addedAt ? { addedAt: totp.addedAt } : null,
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({ id, name, addedAt, lastUsedAt })),
    recoveryCodesLeft: await countCodesLeft(db, userId),
    isRequired: isRequired(context, identity),
  };
}

/** Whether a role requires a second factor that this person does not have yet. */
export async function isFactorDue(context: AppContext, person: Pick<Identity, 'userId' | 'roles'>) {
  return isRequired(context, person) && !(await queries.hasFactor(context.database.read, person.userId));
}

/** Replaces all recovery codes by ten new ones. @throws AppError `factor.notFound` for a person without a factor */
export async function makeRecoveryCodes(context: AppContext, grant: SignedInGrant) {
  const account = await getOwnAccount(context, grant);
  const drawn = await drawRecoveryCodes(context);
  return changeOwnFactors(context, grant, account, {
    action: 'account.recoveryCodesMade',
    mail: 'recoveryCodesMade',
    work: async (tx) => {
      if (!(await queries.hasFactor(tx, account.id))) throw new AppError('factor.notFound');
      await replaceCodes(tx, account.id, drawn.hashed, context.clock.now());
      return { result: { outcome: 'made' as const, recoveryCodes: drawn.codes } };
    },
  });
}
