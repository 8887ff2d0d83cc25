import type { NoAccess, SecondFactorOutcome, TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { findOffice } from '../../../systems/system/systems.service.ts';
import { mailConfirmationTo, mailLinkTo } from '../../account/account.service.ts';
import type { CheckedAnswer, SignedInBy } from '../../factors/answers.service.ts';
import * as users from '../../users/users.service.ts';
import { type Account, findOwnSystem, selectPerson } from '../../users/users.service.ts';
import { absoluteEnd } from '../lifetimes/lifetimes.ts';
import * as queries from '../sessions.queries.ts';
import { accessTokenFor, refreshTokenHash } from '../tokens.ts';
import { describeDevice } from './deviceWords.ts';
import { noteFailedSignIn } from './failedSignIns.ts';
import { deviceMarkSeconds, markDevice } from './knownDevice.ts';
import {
  type Attempt,
  type ClientInfo,
  type FailureKeys,
  keysWithoutTry,
  toRowKeys,
} from './signInLimits.ts';

/** A fully authenticated person. */
interface AuthenticatedUser {
  readonly account: users.Account;
  readonly held: users.HeldRoles;
  readonly attempt: Attempt;
  /** The counters of this attempt, which the opening resets. */
  readonly tried: FailureKeys;
  /** The provider's account by which the person has signed in; null or absent for a sign-in here. */
  readonly signedInBy?: SignedInBy | null;
}

interface Factor {
  /** `provider`: the provider has asked for a second factor, which counts here. */
  readonly kind: CheckedAnswer['kind'] | 'provider';
  /** Records the use of the factor in the transaction that opens the session; false when the factor was used before. */
  readonly take: (tx: WriteTx) => Promise<boolean>;
}

/** Opens a session; `factor` is null where the password suffices. Null when a concurrent answer used the same factor. */
export async function openSession(
  context: AppContext,
  grant: AnyoneGrant,
  { account, held, attempt, tried, signedInBy = null }: AuthenticatedUser,
  factor: Factor | null,
): Promise<TokenPair | null> {
  const now = context.clock.now();
  const sid = context.clock.uuid();
  const refreshToken = context.clock.randomBytes(32).toString('base64url');
  const isOpen = await write(context, grant, async (tx) => {
    if (factor && !(await factor.take(tx))) return unchanged(false);
    const times = { started_at: now, expires_at: absoluteEnd(now, held) };
    const { address, device } = describeDevice(attempt);
    const session = { id: sid, user_id: account.id, ...times, address, device, factor: factor?.kind ?? null };
    await queries.insertSessionWithToken(tx, session, refreshTokenHash(refreshToken), toRowKeys(tried));
    if (signedInBy) await queries.noteProvider(tx, sid, signedInBy);
    await users.updateLastVisit(tx, account.id, now);
    const actor = { userId: account.id, fullName: users.joinNames(account) };
    const detail = {
      ...(device && { device }),
      ...(factor && { factor: factor.kind }),
      ...(signedInBy && { provider: signedInBy.issuer }),
    };
    return record(true, { action: 'session.started', subject: `user:${account.id}`, actor, detail });
  });
  if (!isOpen) return null;
  attempt.device.give(markDevice(context, attempt.device.shown, account.email), deviceMarkSeconds);
  return { accessToken: accessTokenFor(context, account, held.map(users.nameOfRole), sid), refreshToken };
}

/** Opens the session of a person for whom a passkey or a provider vouches, with no password to count tries of. */
export async function openVouched(
  context: AppContext,
  grant: AnyoneGrant,
  account: users.Account,
  client: ClientInfo,
  factor: Factor | null,
  signedInBy: SignedInBy | null = null,
): Promise<Extract<SecondFactorOutcome, { outcome: 'signedIn' | 'refused' | 'noAccess' | 'linkDue' }>> {
  const attempt = { username: account.email, ...client };
  const held = await users.listHeldRoles(context.database.read, account.id);
  if (account.deactivatedAt || held.length === 0) return refuseAccess(context, account, attempt);
  if (account.linkDueSince) {
    await (signedInBy ? mailConfirmationTo : mailLinkTo)(context, grant, account);
    return { outcome: 'linkDue' };
  }
  const tried = keysWithoutTry(context, attempt);
  const tokens = await openSession(context, grant, { account, held, attempt, tried, signedInBy }, factor);
  return tokens ? { outcome: 'signedIn', tokens } : { outcome: 'refused' };
}

/**
 * Refuses the owner of an account that is shut or has no role, and says why, and whose office to call. Call it only for
 * somebody who has proven to be the owner: to anybody else it would tell that there is an account.
 */
export async function refuseAccess(
  context: AppContext,
  { id, deactivatedAt }: Account,
  attempt: Attempt,
): Promise<NoAccess> {
  noteFailedSignIn(context, { ...attempt, userId: id }, 'noAccess');
  const { read } = context.database;
  const isLocked = deactivatedAt !== null && (await selectPerson(read, id, context.clock.now()))?.lockedAt;
  const { email, phone, office } = await findOffice(context, await findOwnSystem(context, read, id));
  return {
    outcome: 'noAccess',
    reason: isLocked ? 'locked' : deactivatedAt ? 'deactivated' : 'noRole',
    contact: { email, phone, office },
  };
}
