import type { Proof } from '@guichet/contract/factors';
import type { PasskeyAssertion, PasskeyRequest } from '@guichet/contract/factors.webauthn';
import { keepBooks } from '../audit/audit.service.ts';
import type { SignedInGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { countPasswordTry, findAccount, forgetPasswordTries } from '../users/users.service.ts';
import { makeChallenge, takeChallenge } from './challenges.ts';
import { challengeIn } from './passkeyAnswers.ts';
import { passkeyRequest } from './passkeyAsks.ts';
import { checkPasskey } from './passkeyCheck.ts';
import { selectPasskeys } from './passkeys.queries.ts';

/** What a passkey has to answer where it stands in for the password. */
export async function askForProof(house: House, { identity }: SignedInGrant): Promise<PasskeyRequest> {
  const { userId, sessionId } = identity;
  const challenge = await makeChallenge(house, { purpose: 'proof', userId, sessionId });
  return passkeyRequest(house, challenge, await selectPasskeys(house.database.read, userId));
}

/**
 * Does what only the person of this session may do: an open session alone changes nothing about how she signs in.
 * @throws AppError `request.tooMany` after 10 wrong proofs an hour
 */
export async function ifProven<T>(house: House, grant: SignedInGrant, proof: Proof, deed: () => Promise<T>) {
  return (await isProven(house, grant, proof)) ? deed() : { outcome: 'wrongProof' as const };
}

async function isProven(house: House, grant: SignedInGrant, proof: Proof): Promise<boolean> {
  const { userId } = grant.identity;
  await countPasswordTry(house, userId);
  const isRight =
    'password' in proof
      ? await isPassword(house, userId, proof.password)
      : await isPasskey(house, grant, proof.passkey);
  if (isRight) await forgetPasswordTries(house, userId);
  return isRight;
}

async function isPassword(house: House, userId: number, password: string): Promise<boolean> {
  const account = await findAccount(house.database.read, userId);
  return house.hashing.verify(account?.passwordHash ?? null, password);
}

async function isPasskey(house: House, { identity }: SignedInGrant, assertion: PasskeyAssertion) {
  const { userId, sessionId } = identity;
  const challenge = challengeIn(assertion);
  if (!(await takeChallenge(house, { challenge, purpose: 'proof', sessionId }))) return false;
  const checked = await checkPasskey(house, assertion, challenge);
  return checked?.userId === userId && keepBooks(house, checked.take);
}
