import { systemTransaction } from '../../audit/audit.service.ts';
import { sha256 } from '../../platform/crypto/keys.ts';
import type { WriteTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { secondsAfter } from '../../platform/runtime/clock.ts';
import * as queries from './challenges.queries.ts';

export const challengeSeconds = 5 * 60;

export interface NewChallenge {
  readonly purpose: queries.ChallengePurpose;
  /** Null where nobody has said yet who it is. */
  readonly userId: number | null;
  readonly sessionId: string | null;
}

/**
 * A challenge, which is also what a passkey signs: 256 bits of chance, good for 5 minutes and one right answer. What
 * is stored of it is a hash.
 */
export async function makeChallenge(context: AppContext, { purpose, userId, sessionId }: NewChallenge) {
  const now = context.clock.now();
  const challenge = context.clock.randomBytes(32).toString('base64url');
  const bound = { purpose, user_id: userId, session_id: sessionId };
  const times = { issued_at: now, expires_at: secondsAfter(now, challengeSeconds), used_at: null };
  await systemTransaction(context, (tx) =>
    queries.insertChallenge(tx, { token_hash: sha256(challenge), ...bound, ...times }),
  );
  return challenge;
}

export type ShownChallenge = Omit<NewChallenge, 'userId'> & { readonly challenge: string };

const shownAs = ({ challenge, purpose, sessionId }: ShownChallenge): queries.ShownChallenge => ({
  token_hash: sha256(challenge),
  purpose,
  session_id: sessionId,
});

/** Whose it is; null when it may not be answered (any more). */
export async function findChallenged(context: AppContext, shown: ShownChallenge): Promise<number | null> {
  const found = await queries.selectChallenge(context.database.read, shownAs(shown), context.clock.now());
  return found?.userId ?? null;
}

/** Within the deed that it allows. False when another answer was faster. */
export async function spendChallenge(
  context: AppContext,
  tx: WriteTx,
  shown: ShownChallenge,
): Promise<boolean> {
  return (await queries.spendChallenge(tx, shownAs(shown), context.clock.now())) !== undefined;
}

/** Spends it whatever the answer turns out to be; false when it was not good (any more). */
export function takeChallenge(context: AppContext, shown: ShownChallenge): Promise<boolean> {
  return systemTransaction(context, (tx) => spendChallenge(context, tx, shown));
}

/** Whether the challenge may be answered again. */
export function countWrongAnswer(context: AppContext, challenge: string): Promise<boolean> {
  return systemTransaction(context, (tx) => queries.countWrongAnswer(tx, sha256(challenge)));
}
