import type { Proof } from '@guichet/contract/identity/factors';
import type { PasskeyAssertion, PasskeyRequest } from '@guichet/contract/identity/factors.webauthn';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant, SystemsGrant } from '../../core/context/appContext.ts';
import { clearRateLimit, enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { findAccount } from '../users/users.service.ts';
import { makeChallenge, takeChallenge } from './challenges/challenges.ts';
import { challengeIn, checkPasskey, passkeyRequest } from './passkeys/passkeyAnswers.ts';
import { selectPasskeys } from './passkeys/passkeys.queries.ts';

type Prover = Pick<SignedInGrant, 'identity'>;

/** The passkey request whose answer can replace the password. */
export async function askForProof(context: AppContext, { identity }: SignedInGrant): Promise<PasskeyRequest> {
  const { userId, sessionId } = identity;
  const challenge = await makeChallenge(context, { purpose: 'proof', userId, sessionId });
  return passkeyRequest(context, challenge, await selectPasskeys(context.database.read, userId));
}

/**
 * Runs a change that requires a proof by password or passkey: an open session alone must not change how a person signs in.
 * @throws AppError `request.tooMany` after 10 wrong proofs an hour
 */
export async function ifProven<T, G extends SignedInGrant | SystemsGrant>(
  context: AppContext,
  grant: G,
  proof: Proof,
  operation: (context: AppContext, grant: G) => Promise<T>,
) {
  return (await isProven(context, grant, proof))
    ? operation(context, grant)
    : { outcome: 'wrongProof' as const };
}

/** Whether a proof was given. @throws AppError `factor.wrongProof`, `request.tooMany` after 10 wrong proofs an hour */
export async function checkProof(context: AppContext, grant: Prover, proof: Proof | undefined) {
  if (!proof) return false;
  if (await isProven(context, grant, proof)) return true;
  throw new AppError('factor.wrongProof');
}

async function isProven(context: AppContext, grant: Prover, proof: Proof): Promise<boolean> {
  const { userId } = grant.identity;
  await enforceRateLimit(context, 'currentPassword', userId);
  const isRight =
    'password' in proof
      ? await isPassword(context, userId, proof.password)
      : await isPasskey(context, grant, proof.passkey);
  if (isRight) await clearRateLimit(context, 'currentPassword', userId);
  return isRight;
}

async function isPassword(context: AppContext, userId: number, password: string): Promise<boolean> {
  const account = await findAccount(context.database.read, userId);
  return context.hashing.verify(account?.passwordHash ?? null, password);
}

async function isPasskey(context: AppContext, { identity }: Prover, assertion: PasskeyAssertion) {
  const { userId, sessionId } = identity;
  const challenge = challengeIn(assertion);
  if (!(await takeChallenge(context, { challenge, purpose: 'proof', sessionId }))) return false;
  const checked = await checkPasskey(context, assertion, challenge);
  return checked?.userId === userId && systemTransaction(context, checked.take);
}
