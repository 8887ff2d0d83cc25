import type { TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import type { AnyoneGrant } from '../../../core/http/grant.ts';
import type { CheckedAnswer } from '../../factors/answers.service.ts';
import * as users from '../../users/users.service.ts';
import { absoluteEnd } from '../lifetimes/lifetimes.ts';
import * as queries from '../sessions.queries.ts';
import { accessTokenFor, refreshTokenHash } from '../tokens.ts';
import { describeDevice } from './deviceWords.ts';
import { deviceMarkSeconds, markDevice } from './knownDevice.ts';
import { type Attempt, type FailureKeys, toRowKeys } from './signInLimits.ts';

/** A fully authenticated person. */
export interface AuthenticatedUser {
  readonly account: users.Account;
  readonly held: users.HeldRoles;
  readonly attempt: Attempt;
  /** The counters of this attempt, which the opening resets. */
  readonly tried: FailureKeys;
}

interface Factor {
  readonly kind: CheckedAnswer['kind'];
  /** Records the use of the factor in the transaction that opens the session; false when the factor was used before. */
  readonly take: (tx: WriteTx) => Promise<boolean>;
}

/** Opens a session; `factor` is null where the password suffices. Null when a concurrent answer used the same factor. */
export async function openSession(
  context: AppContext,
  grant: AnyoneGrant,
  { account, held, attempt, tried }: AuthenticatedUser,
  factor: Factor | null,
): Promise<TokenPair | null> {
  const now = context.clock.now();
  const sid = context.clock.uuid();
  const refreshToken = context.clock.randomBytes(32).toString('base64url');
  const isOpen = await write(context, grant, async (tx) => {
    if (factor && !(await factor.take(tx))) return unchanged(false);
    const times = { started_at: now, expires_at: absoluteEnd(now, held) };
    const session = {
      id: sid,
      user_id: account.id,
      ...times,
      ...describeDevice(attempt),
      factor: factor?.kind ?? null,
    };
    await queries.insertSessionWithToken(tx, session, refreshTokenHash(refreshToken), toRowKeys(tried));
    await users.updateLastVisit(tx, account.id, now);
    const actor = { userId: account.id, fullName: users.joinNames(account) };
    const detail = factor ? { factor: factor.kind } : {};
    return record(true, { action: 'session.started', subject: `user:${account.id}`, actor, detail });
  });
  if (!isOpen) return null;
  attempt.device.give(markDevice(context, attempt.device.shown, account.email), deviceMarkSeconds);
  return { accessToken: accessTokenFor(context, account, held.map(users.nameOfRole), sid), refreshToken };
}
