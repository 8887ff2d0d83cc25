/** Owns the second step of the sign-in: the question and the check of the answer. Does not know sessions. */
import type { SecondFactorAnswer } from '@guichet/contract/identity/factors.challenge';
import type { PasskeyAssertion, PasskeyRequest } from '@guichet/contract/identity/factors.webauthn';
import type { AppContext, WriteTx } from '../../core/context/appContext.ts';
import * as challenges from './challenges/challenges.ts';
import { countCodesLeft, hasFactor, selectTotp } from './factors.queries.ts';
import { challengeIn, checkPasskey, passkeyRequest } from './passkeys/passkeyAnswers.ts';
import { selectPasskeys } from './passkeys/passkeys.queries.ts';
import { checkRecoveryCode } from './recoveryCodes/recoveryCodes.ts';
import { checkTotp } from './totp/totp.ts';

const atSignIn = { purpose: 'secondFactor', sessionId: null } as const;

export type { NameId, SignedInBy } from './challenges/challenges.ts';

/** The challenge after a right password, or a sign-in by a provider; null for a person without a second factor. */
export async function askForSecondFactor(
  context: AppContext,
  userId: number,
  signedInBy: challenges.SignedInBy | null = null,
) {
  const db = context.database.read;
  if (!(await hasFactor(db, userId))) return null;
  const hasTotp = (await selectTotp(db, userId)) !== undefined;
  const passkeys = await selectPasskeys(db, userId);
  const challenge = await challenges.makeChallenge(context, { ...atSignIn, userId, signedInBy });
  return {
    challenge,
    hasTotp,
    hasRecoveryCodes: (await countCodesLeft(db, userId)) > 0,
    passkey: passkeys.length > 0 ? passkeyRequest(context, challenge, passkeys) : null,
  };
}

/** Whom a challenge asks, and after which sign-in; null when the challenge is over. */
export function findWhoIsAsked(context: AppContext, challenge: string) {
  return challenges.findChallenged(context, { ...atSignIn, challenge });
}

/** Spends the challenge in the transaction that opens the session. False when another answer came first. */
export function spendAsked(context: AppContext, tx: WriteTx, challenge: string): Promise<boolean> {
  return challenges.spendChallenge(context, tx, { ...atSignIn, challenge });
}

/** A right answer; `take` records its use in the transaction, and is false when the answer was used before. */
export interface CheckedAnswer {
  readonly kind: SecondFactorAnswer['kind'];
  readonly take: (tx: WriteTx) => Promise<boolean>;
}

export async function checkAnswer(
  context: AppContext,
  userId: number,
  challenge: string,
  answer: SecondFactorAnswer,
): Promise<CheckedAnswer | null> {
  const take = await howToTake(context, userId, challenge, answer);
  return take && { kind: answer.kind, take };
}

async function howToTake(context: AppContext, userId: number, challenge: string, answer: SecondFactorAnswer) {
  if (answer.kind === 'totp') return checkTotp(context, userId, answer.code);
  if (answer.kind === 'recoveryCode') return checkRecoveryCode(context, userId, answer.code);
  const checked = await checkPasskey(context, answer.passkey, challenge);
  return checked?.userId === userId ? checked.take : null;
}

/** The passkey request for a sign-in without a password. */
export async function askForPasskey(context: AppContext): Promise<PasskeyRequest> {
  const alone = { purpose: 'passkeySignIn', userId: null, sessionId: null } as const;
  return passkeyRequest(context, await challenges.makeChallenge(context, alone), []);
}

/** The person of a passkey answer. `over`: the challenge is unknown or over; null: an invalid answer. */
export async function checkPasskeyAlone(context: AppContext, assertion: PasskeyAssertion) {
  const challenge = challengeIn(assertion);
  const shown = { challenge, purpose: 'passkeySignIn', sessionId: null } as const;
  if (!(await challenges.takeChallenge(context, shown))) return 'over' as const;
  // No user name was given, so the answer has to contain the user handle.
  if (assertion.response.userHandle === undefined) return null;
  return checkPasskey(context, assertion, challenge);
}
