import { mostPasskeys } from '@guichet/contract/identity/factors';
import type { NewPasskey } from '@guichet/contract/identity/factors.webauthn';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { getOwnAccount } from '../../users/users.service.ts';
import { makeChallenge, takeChallenge } from '../challenges/challenges.ts';
import { changeOwnFactors, removeOwnFactor } from '../ownFactors.ts';
import { drawFirstCodes, keepFirstCodes } from '../recoveryCodes/recoveryCodes.ts';
import { challengeIn, passkeyCreation, readNewPasskey } from './passkeyAnswers.ts';
import * as queries from './passkeys.queries.ts';

/** @throws AppError `factor.tooMany` */
export async function startPasskey(context: AppContext, grant: SignedInGrant) {
  const { userId, sessionId } = grant.identity;
  const account = await getOwnAccount(context, grant);
  const passkeys = await queries.selectPasskeys(context.database.read, userId);
  if (passkeys.length >= mostPasskeys)
    throw new AppError('factor.tooMany', { params: { most: mostPasskeys } });
  const challenge = await makeChallenge(context, { purpose: 'newPasskey', userId, sessionId });
  return {
    outcome: 'started' as const,
    creation: await passkeyCreation(context, challenge, account, passkeys),
  };
}

/** @throws AppError `factor.setUpOver` */
export async function addPasskey(
  context: AppContext,
  grant: SignedInGrant,
  { name, passkey }: { readonly name: string; readonly passkey: NewPasskey },
) {
  const { userId, sessionId } = grant.identity;
  const challenge = challengeIn(passkey);
  if (!(await takeChallenge(context, { challenge, purpose: 'newPasskey', sessionId })))
    throw new AppError('factor.setUpOver');
  const made = await readNewPasskey(context, passkey, challenge);
  if (!made || (await queries.selectPasskey(context.database.read, made.credential_id)))
    return { outcome: 'refused' as const };

  const drawn = await drawFirstCodes(context, userId);
  const added_at = context.clock.now();
  const recoveryCodes = await changeOwnFactors(context, grant, 'passkeyAdded', async (tx) => {
    const row = { ...made, user_id: userId, name, added_at, last_used_at: null };
    if (!(await queries.insertPasskey(tx, row))) throw new AppError('factor.setUpOver');
    return { result: await keepFirstCodes(context, tx, userId, drawn), detail: { passkey: name } };
  });
  return { outcome: 'added' as const, recoveryCodes };
}

/** @throws AppError `factor.notFound`, `factor.lastRequired` */
export function removePasskey(context: AppContext, grant: SignedInGrant, passkeyId: number) {
  return removeOwnFactor(context, grant, 'passkeyRemoved', async (tx) => {
    const name = await queries.deletePasskey(tx, grant.identity.userId, passkeyId);
    return name === null ? null : { passkey: name };
  });
}
