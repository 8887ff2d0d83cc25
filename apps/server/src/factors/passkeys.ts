import { mostPasskeys } from '@guichet/contract/factors';
import type { NewPasskey } from '@guichet/contract/factors.webauthn';
import { AppError } from '../platform/errors.ts';
import type { SignedInGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { makeChallenge, takeChallenge } from './challenges.ts';
import { changeOwnFactors, getOwnAccount } from './ownFactors.ts';
import { challengeIn, readNewPasskey } from './passkeyAnswers.ts';
import { passkeyCreation } from './passkeyAsks.ts';
import * as queries from './passkeys.queries.ts';
import { drawFirstCodes, keepFirstCodes } from './recoveryCodes.ts';
import { settleRemoval } from './requirement.ts';

/** @throws AppError `factor.tooMany` */
export async function startPasskey(house: House, grant: SignedInGrant) {
  const { userId, sessionId } = grant.identity;
  const account = await getOwnAccount(house, grant);
  const passkeys = await queries.selectPasskeys(house.database.read, userId);
  if (passkeys.length >= mostPasskeys)
    throw new AppError('factor.tooMany', { params: { most: mostPasskeys } });
  const challenge = await makeChallenge(house, { purpose: 'newPasskey', userId, sessionId });
  return { outcome: 'started' as const, creation: passkeyCreation(house, challenge, account, passkeys) };
}

/** @throws AppError `factor.setUpOver` */
export async function addPasskey(
  house: House,
  grant: SignedInGrant,
  { name, passkey }: { readonly name: string; readonly passkey: NewPasskey },
) {
  const { userId, sessionId } = grant.identity;
  const account = await getOwnAccount(house, grant);
  const challenge = challengeIn(passkey);
  if (!(await takeChallenge(house, { challenge, purpose: 'newPasskey', sessionId })))
    throw new AppError('factor.setUpOver');
  const made = await readNewPasskey(house, passkey, challenge);
  if (!made || (await queries.selectPasskey(house.database.read, made.credential_id)))
    return { outcome: 'refused' as const };

  const drawn = await drawFirstCodes(house, userId);
  const added_at = house.clock.now();
  const recoveryCodes = await changeOwnFactors(house, grant, account, {
    action: 'account.passkeyAdded',
    mail: 'passkeyAdded',
    work: async (tx) => {
      const row = { ...made, user_id: userId, name, added_at, last_used_at: null };
      if (!(await queries.insertPasskey(tx, row))) throw new AppError('factor.setUpOver');
      return {
        result: await keepFirstCodes(house, tx, userId, drawn),
        detail: { passkey: name },
      };
    },
  });
  return { outcome: 'added' as const, recoveryCodes };
}

/** @throws AppError `factor.notFound`, `factor.lastRequired` */
export async function removePasskey(house: House, grant: SignedInGrant, passkeyId: number) {
  const account = await getOwnAccount(house, grant);
  return changeOwnFactors(house, grant, account, {
    action: 'account.passkeyRemoved',
    mail: 'passkeyRemoved',
    work: async (tx) => {
      const name = await queries.deletePasskey(tx, account.id, passkeyId);
      if (name === null) throw new AppError('factor.notFound');
      await settleRemoval(house, tx, grant);
      return { result: { outcome: 'removed' as const }, detail: { passkey: name } };
    },
  });
}
