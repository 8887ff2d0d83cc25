/** Owns the sessions: how they open, last, rotate and end, and their tokens. Of rights only what the built-in learning platform asks of a session. */

import { type Level, roleReaches } from '@guichet/contract/core/access';
import type { LoginOutcome, TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import { record, systemTransaction, unchanged, write } from '../../core/audit/audit.service.ts';
import type {
  AnyoneGrant,
  AppContext,
  Identity,
  MachineGrant,
  SignedInGrant,
} from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { mailLinkTo } from '../account/account.service.ts';
import { askForSecondFactor } from '../factors/answers.service.ts';
import { findAccount, findHolder, hasLapsed, listHeldRoles, listRoleNames } from '../users/users.service.ts';
import { endImpersonationsIn } from './impersonation/impersonation.ts';
import { absoluteEnd, graceSeconds, idleSeconds } from './lifetimes/lifetimes.ts';
import { findIdentity } from './liveSessions.ts';
import { insertRefreshToken, lockRefreshToken, spendRefreshToken } from './refreshTokens.queries.ts';
import * as queries from './sessions.queries.ts';
import { noteFailedSignIn, recordFailedSignIn } from './signIn/failedSignIns.ts';
import { openSession, refuseAccess } from './signIn/opening.ts';
import * as limits from './signIn/signInLimits.ts';
import { inTurn } from './signIn/signInQueue.ts';
import { accessTokenFor, computeSuccessor, readAccessToken, refreshTokenHash } from './tokens.ts';

export { areSessionsLive, findIdentity } from './liveSessions.ts';
export { deleteOneTimeTokensBefore } from './oneTimeTokens/oneTimeTokens.queries.ts';
export { redeemTicket } from './oneTimeTokens/oneTimeTokens.ts';
export { deleteRefreshTokensBefore } from './refreshTokens.queries.ts';
export {
  countLiveSessions,
  deleteSessionsBefore,
  endSessionsBy,
  isNotEnded,
  noteProvider,
} from './sessions.queries.ts';
export { openVouched } from './signIn/opening.ts';
export type { ClientInfo } from './signIn/signInLimits.ts';
export { findWrongTries, forgetAccountFailures } from './signIn/signInLimits.ts';
export { signInsWaiting } from './signIn/signInQueue.ts';

import { endSessionsBy, type SignedInWith } from './sessions.queries.ts';

/** Opens a session, or returns an outcome without a session (readings §2). */
export async function signIn(
  context: AppContext,
  grant: AnyoneGrant,
  credentials: { readonly username: string; readonly password: string },
  client: limits.ClientInfo,
): Promise<LoginOutcome> {
  const attempt: limits.Attempt = { username: credentials.username, ...client };
  const refuse = (retryAfter: number) => ({ ...refused, retryAfter });
  const looked = await inTurn<LookedAt>(context, attempt, refuse, async (arrived) => {
    const tried = await limits.countTry(context, attempt, arrived);
    if (!('keys' in tried)) {
      recordFailedSignIn(context, attempt.username, 'blocked');
      return { answer: refuse(tried.retryAfter), isFailure: true };
    }
    return limits.orReleaseTry(context, tried, async () => {
      const { holder, isRight } = await checkPassword(context, credentials);
      if (isRight && holder) return { answer: { ...holder, tried }, isFailure: false };
      noteFailedSignIn(context, { ...attempt, userId: holder?.account.id }, 'password');
      return { answer: refused, isFailure: true };
    });
  });
  if (!('tried' in looked)) return looked;
  const { account, held, tried } = looked;
  const outcome = await limits.orReleaseTry(context, tried, async (): Promise<LoginOutcome | null> => {
    if (account.deactivatedAt || held.length === 0) return refuseAccess(context, account, attempt);
    if (account.linkDueSince) {
      await mailLinkTo(context, grant, account);
      return { outcome: 'linkDue' };
    }
    if (hasLapsed(account, context.clock.now())) {
      noteFailedSignIn(context, { ...attempt, userId: account.id }, 'lapsed');
      return { outcome: 'passwordLapsed' };
    }
    const needed = await askForSecondFactor(context, account.id);
    return needed && { outcome: 'secondFactorNeeded', needed };
  });
  if (outcome) {
    await limits.releaseTry(context, tried);
    return outcome;
  }
  const user = { account, held, attempt, tried: tried.keys };
  const tokens = await limits.orReleaseTry(context, tried, () => openSession(context, grant, user, null));
  return { outcome: 'signedIn', tokens: tokens as TokenPair };
}

const refused = { outcome: 'refused' } as const;

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;
type LookedAt = Extract<LoginOutcome, { outcome: 'refused' }> | (Holder & { readonly tried: limits.Try });

/** Checks the password, and takes as long for an account that does not exist. */
async function checkPassword(
  context: AppContext,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<{ holder: Holder | null; isRight: boolean }> {
  const holder = await findHolder(context.database.read, username);
  const isRight = await context.hashing.verify(holder?.account.passwordHash ?? null, password);
  return { holder, isRight };
}

/** The person of a bearer token; null when the token is invalid, or the session has ended since. */
export async function identify(context: AppContext, bearer: string | null): Promise<Identity | null> {
  const claims = bearer === null ? null : readAccessToken(context.keys, bearer, context.clock.now());
  const identity = claims && (await findIdentity(context, claims.sid));
  return identity && String(identity.userId) === claims?.sub ? identity : null;
}

/**
 * The rights that the owner of a session has now on the learning platform of a system; null when work begun
 * in the session must end: after a sign-out, a deactivation or a change of the password.
 */
export async function findRights(
  { clock, database: { read } }: AppContext,
  sessionId: string,
  systemId: number,
) {
  const userId = await queries.findOwnerOfOpenSession(read, sessionId, clock.now());
  if (userId === null) return null;
  const held = (await listHeldRoles(read, userId)).filter((role) => (role.systemId ?? systemId) === systemId);
  const reaches = (level: Level) => held.some(({ role }) => roleReaches(role, level));
  return { isStaff: reaches('support'), mayGrade: reaches('admin') };
}

/**
 * Rotates a refresh token. If the token was spent before the grace period, or its successor is spent too, it
 * was stolen or replayed: the whole session ends.
 * @throws AppError `session.accountShut`, `session.endedEarly`, `session.refreshRefused`
 */
export async function refresh(context: AppContext, accessToken: string, refreshToken: string) {
  const now = context.clock.now();
  const claims = readAccessToken(context.keys, accessToken, now, true);
  const next = await systemTransaction(context, (tx) =>
    rotate(context, tx, refreshToken, claims?.sid ?? null, now),
  );
  const identity = next && (await findIdentity(context, next.sessionId));
  const account = identity && (await findAccount(context.database.read, identity.userId));
  // The end follows roles that the person got since.
  if (!next || !account || now >= absoluteEnd(next.startedAt, identity.roles))
    throw new AppError(await findRefusal(context, next?.sessionId));
  const roles = await listRoleNames(context.database.read, account.id);
  return {
    accessToken: accessTokenFor(context, account, roles, next.sessionId),
    refreshToken: next.refreshToken,
  };
}

/** The refusal of a token that belongs to a session which is over; the owner may know why. */
async function findRefusal({ database }: AppContext, sessionId: string | undefined) {
  const end = sessionId === undefined ? null : await queries.findEndOfSession(database.read, sessionId);
  if (end?.isShut) return 'session.accountShut';
  return end?.isEnded ? 'session.endedEarly' : 'session.refreshRefused';
}

async function rotate(context: AppContext, tx: WriteTx, refreshToken: string, sid: string | null, now: Date) {
  const hash = refreshTokenHash(refreshToken);
  const token = await lockRefreshToken(tx, hash);
  if (!token || token.sessionId !== sid || token.lastUsedAt < secondsAfter(now, -idleSeconds)) return null;
  const { sessionId, spentAt, startedAt } = token;
  const successor = computeSuccessor(context.keys, refreshToken);
  const isLate = spentAt !== null && spentAt < secondsAfter(now, -graceSeconds);
  // The grace period is for a lost answer or a second tab, whose successor is still unused.
  if (isLate || (spentAt && (await lockRefreshToken(tx, refreshTokenHash(successor)))?.spentAt)) {
    await queries.endSession(tx, sessionId, now);
    context.log.warn({ sessionId }, 'a spent refresh token was used again: session ended');
    return null;
  }
  if (!spentAt) await spendRefreshToken(tx, hash, now);
  const issued = { token_hash: refreshTokenHash(successor), session_id: sessionId, issued_at: now };
  await insertRefreshToken(tx, issued);
  await queries.touchSession(tx, sessionId, now);
  return { sessionId, startedAt, refreshToken: successor };
}

/** During an impersonation, a sign-out ends both sessions. */
export async function signOut(context: AppContext, grant: SignedInGrant): Promise<boolean> {
  const { sessionId, userId } = grant.identity.actor ?? grant.identity;
  return write(context, grant, async (tx) => {
    const lines = await endImpersonationsIn(context, tx, [sessionId]);
    if (!(await queries.endSession(tx, sessionId, context.clock.now()))) return unchanged(true);
    return record(true, ...lines, { action: 'session.ended', subject: `user:${userId}` });
  });
}

/**
 * Ends the sessions that a provider's account has opened, when the provider says that it has signed the person out. Sessions begun
 * after `before` stay: the same message counts for nothing later. Returns how many have ended.
 */
export async function endSessionsOfProvider(
  context: AppContext,
  grant: MachineGrant,
  by: SignedInWith,
  before: Date,
): Promise<number> {
  return write(context, grant, async (tx) => {
    const ended = await endSessionsBy(tx, by, { now: context.clock.now(), except: null, before });
    const [first, ...others] = ended.map(
      ({ userId }) => ({ action: 'session.ended', subject: `user:${userId}` }) as const,
    );
    if (!first) return unchanged(0);
    const ids = ended.map(({ id }) => id);
    return record(ended.length, first, ...others, ...(await endImpersonationsIn(context, tx, ids)));
  });
}
