import type { SecondFactorAnswer, SecondFactorNeeded } from '@guichet/contract/factors.challenge';
import type { PasskeyAssertion, PasskeyRequest } from '@guichet/contract/factors.webauthn';
import type { WriteTx } from '../platform/database/database.ts';
import type { House } from '../platform/house.ts';
import * as challenges from './challenges.ts';
import { hasFactor } from './factors.queries.ts';
import { challengeIn } from './passkeyAnswers.ts';
import { passkeyRequest } from './passkeyAsks.ts';
import { checkPasskey } from './passkeyCheck.ts';
import { selectPasskeys } from './passkeys.queries.ts';
import { countCodesLeft } from './recoveryCodes.queries.ts';
import { checkRecoveryCode } from './recoveryCodes.ts';
import { selectTotp } from './totp.queries.ts';
import { checkTotp } from './totp.ts';

const atSignIn = { purpose: 'secondFactor', sessionId: null } as const;

/** What is asked of a person whose password was right; null for whoever has no second factor. */
export async function askForSecondFactor(house: House, userId: number): Promise<SecondFactorNeeded | null> {
  const db = house.database.read;
  if (!(await hasFactor(db, userId))) return null;
  const hasTotp = (await selectTotp(db, userId)) !== undefined;
  const passkeys = await selectPasskeys(db, userId);
  const challenge = await challenges.makeChallenge(house, { ...atSignIn, userId });
  return {
    challenge,
    hasTotp,
    hasRecoveryCodes: (await countCodesLeft(db, userId)) > 0,
    passkey: passkeys.length > 0 ? passkeyRequest(house, challenge, passkeys) : null,
  };
}

/** Of whom the challenge asks; null when it is over. */
export function findWhoIsAsked(house: House, challenge: string): Promise<number | null> {
  return challenges.findChallenged(house, { ...atSignIn, challenge });
}

/** Within the transaction that opens the session. False when another answer was faster. */
export function spendAsked(house: House, tx: WriteTx, challenge: string): Promise<boolean> {
  return challenges.spendChallenge(house, tx, { ...atSignIn, challenge });
}

/** A right answer; `take` writes down that it has been given, and is false when that had happened already. */
export interface CheckedAnswer {
  readonly kind: SecondFactorAnswer['kind'];
  readonly take: (tx: WriteTx) => Promise<boolean>;
}

export async function checkAnswer(
  house: House,
  userId: number,
  challenge: string,
  answer: SecondFactorAnswer,
): Promise<CheckedAnswer | null> {
  const take = await howToTake(house, userId, challenge, answer);
  return take && { kind: answer.kind, take };
}

async function howToTake(house: House, userId: number, challenge: string, answer: SecondFactorAnswer) {
  if (answer.kind === 'totp') return checkTotp(house, userId, answer.code);
  if (answer.kind === 'recoveryCode') return checkRecoveryCode(house, userId, answer.code);
  const checked = await checkPasskey(house, answer.passkey, challenge);
  return checked?.userId === userId ? checked.take : null;
}

/** What a passkey has to answer to sign in alone. */
export async function askForPasskey(house: House): Promise<PasskeyRequest> {
  const alone = { purpose: 'passkeySignIn', userId: null, sessionId: null } as const;
  return passkeyRequest(house, await challenges.makeChallenge(house, alone), []);
}

/** Who has answered with a passkey alone. `over`: not asked, or not any more; null: not a good answer. */
export async function checkPasskeyAlone(house: House, assertion: PasskeyAssertion) {
  const challenge = challengeIn(assertion);
  const shown = { challenge, purpose: 'passkeySignIn', sessionId: null } as const;
  if (!(await challenges.takeChallenge(house, shown))) return 'over' as const;
  // Nobody has said who it is, so the answer has to.
  if (assertion.response.userHandle === undefined) return null;
  return checkPasskey(house, assertion, challenge);
}
