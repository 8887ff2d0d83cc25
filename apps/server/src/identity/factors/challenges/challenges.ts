import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import * as queries from './challenges.queries.ts';

export const challengeSeconds = 5 * 60;

/** The account and the session of a provider by which somebody has signed in. */
export interface SignedInBy {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name for its session; null where it tells none. */
  readonly session: string | null;
  /** The name of the account in a SAML sign-out; null or absent for OpenID Connect. */
  readonly nameId?: NameId | null;
}

export interface NameId {
  readonly value: string;
  readonly format: string;
  /** The provider and the client within which the name is unique; '' where they are not told. */
  readonly by: string;
  readonly of: string;
}

export interface NewChallenge {
  readonly purpose: queries.ChallengePurpose;
  /** Null before a user name is given. */
  readonly userId: number | null;
  readonly sessionId: string | null;
  /** The provider's account that has signed in before the challenge; absent after a password. */
  readonly signedInBy?: SignedInBy | null;
}

/** Creates a challenge, which a passkey also signs: 256 random bits, hashed; for 5 minutes and one answer. */
export async function makeChallenge(context: AppContext, made: NewChallenge) {
  const { purpose, userId, sessionId, signedInBy = null } = made;
  const now = context.clock.now();
  const challenge = context.clock.randomBytes(32).toString('base64url');
  const by = signedInBy && JSON.stringify(signedInBy);
  const bound = { purpose, user_id: userId, session_id: sessionId, signed_in_by: by };
  const times = { issued_at: now, expires_at: secondsAfter(now, challengeSeconds), used_at: null };
  await systemTransaction(context, (tx) =>
    queries.insertChallenge(tx, { token_hash: sha256(challenge), ...bound, ...times }),
  );
  return challenge;
}

export type ShownChallenge = Omit<NewChallenge, 'userId' | 'signedInBy'> & { readonly challenge: string };

const shownAs = ({ challenge, purpose, sessionId }: ShownChallenge): queries.ShownChallenge => ({
  token_hash: sha256(challenge),
  purpose,
  session_id: sessionId,
});

/** Whom a challenge asks, and after which sign-in; null when the challenge is invalid or over. */
export async function findChallenged(context: AppContext, shown: ShownChallenge) {
  const found = await queries.selectChallenge(context.database.read, shownAs(shown), context.clock.now());
  if (!found || found.userId === null) return null;
  return { userId: found.userId, signedInBy: found.signedInBy as SignedInBy | null };
}

/** Spends the challenge in the transaction of the action that it allows. False when another answer came first. */
export async function spendChallenge(context: AppContext, tx: WriteTx, shown: ShownChallenge) {
  return (await queries.spendChallenge(tx, shownAs(shown), context.clock.now())) !== undefined;
}

/** Spends the challenge whether or not the answer is right; false when the challenge was invalid or over. */
export function takeChallenge(context: AppContext, shown: ShownChallenge): Promise<boolean> {
  return systemTransaction(context, (tx) => spendChallenge(context, tx, shown));
}

/** Counts a wrong answer; returns whether the challenge may be answered again. */
export function countWrongAnswer(context: AppContext, challenge: string): Promise<boolean> {
  return systemTransaction(context, (tx) => queries.countWrongAnswer(tx, sha256(challenge)));
}
