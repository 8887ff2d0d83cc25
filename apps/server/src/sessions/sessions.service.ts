/**
 * Owns the sessions: how they open, last, rotate and end, and the tokens that prove them.
 * Refuses to know what a person may do (access) and how passwords are chosen (account).
 */
import type { LoginOutcome, TokenPair } from '@guichet/contract/sessions';
import { keepBooks, record, write } from '../audit/audit.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { WriteTx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AnyoneGrant, Identity, SignedInGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  listRoleNames,
  updateLastVisit,
} from '../users/users.service.ts';
import { accessTokenFor } from './accessToken.ts';
import { endImpersonationsIn } from './impersonation.ts';
import { findIdentity, nameOf } from './liveSessions.ts';
import * as queries from './sessions.queries.ts';
import { type Attempt, countFailure, forgetFailures, secondsToWait } from './signInThrottle.ts';
import { readAccessToken, refreshTokenHash, successorOf } from './tokens.ts';

export { handOff, redeemHandOff } from './handOff.ts';
export { endImpersonation, impersonate } from './impersonation.ts';
export { issueTicket, redeemTicket } from './passes.ts';
export {
  deletePassesBefore,
  deleteRefreshTokensBefore,
  deleteSessionsBefore,
} from './sessionsOver.queries.ts';

/** A session ends this long after sign-in, whatever happens. */
const absoluteSeconds = 24 * 60 * 60;
/** And this long after its last refresh. */
const idleSeconds = 2 * 60 * 60;
/** A second tab or a retry may show a token that was spent this short a while ago (readings §2). */
const graceSeconds = 10;

/** Opens a session, or says in one of three ways that it did not (readings §2). */
export async function signIn(
  house: House,
  grant: AnyoneGrant,
  credentials: { readonly username: string; readonly password: string },
  address: string,
): Promise<LoginOutcome> {
  const attempt: Attempt = { username: credentials.username, address };
  const retryAfter = await secondsToWait(house, attempt);
  if (retryAfter > 0) return { success: false, statusCode: 4401, payload: null, retryAfter };
  const account = await findAccountByEmail(house.database.read, credentials.username);
  const isRight = await house.hashing.verify(account?.passwordHash ?? null, credentials.password);
  if (!account || !isRight) {
    await countFailure(house, attempt);
    return { success: false, statusCode: 4401, payload: null };
  }
  const roles = await listRoleNames(house.database.read, account.id);
  if (account.deactivatedAt || roles.length === 0) return { success: false, statusCode: 4403, payload: null };
  return {
    success: true,
    statusCode: 200,
    payload: await openSession(house, grant, account, roles, attempt),
  };
}

async function openSession(
  house: House,
  grant: AnyoneGrant,
  account: Account,
  roles: string[],
  attempt: Attempt,
) {
  const now = house.clock.now();
  const sid = house.clock.uuid();
  const refreshToken = house.clock.randomBytes(32).toString('base64url');
  await write(house, grant, async (tx) => {
    const times = { started_at: now, last_used_at: now, expires_at: secondsAfter(now, absoluteSeconds) };
    await queries.insertSession(tx, { id: sid, user_id: account.id, ...times });
    await storeRefreshToken(tx, refreshToken, sid, now);
    await updateLastVisit(tx, account.id, now);
    await forgetFailures(tx, attempt);
    const actor = { userId: account.id, fullName: nameOf(account) };
    return record(null, { action: 'session.started', subject: `user:${account.id}`, actor });
  });
  return { accessToken: await accessTokenFor(house, account, roles, sid), refreshToken };
}

/** The person behind a bearer token; null when it is not good, or the session has ended since it was issued. */
export async function identify(house: House, bearer: string | null): Promise<Identity | null> {
  const claims = bearer === null ? null : await readAccessToken(house.keys, bearer, house.clock.now());
  const identity = claims && (await findIdentity(house, claims.sid));
  return identity && String(identity.userId) === claims?.sub ? identity : null;
}

/**
 * Changes a refresh token for the next pair. A token that was spent before the grace is stolen or replayed: the
 * whole session ends.
 * @throws AppError `session.refreshRefused`
 */
export async function refresh(house: House, accessToken: string, refreshToken: string): Promise<TokenPair> {
  const now = house.clock.now();
  const claims = await readAccessToken(house.keys, accessToken, now, true);
  const next = await keepBooks(house, (tx) => rotate(house, tx, refreshToken, claims?.sid ?? null, now));
  const identity = next && (await findIdentity(house, next.sessionId));
  const account = identity && (await findAccount(house.database.read, identity.userId));
  if (!next || !account) throw new AppError('session.refreshRefused');
  const roles = await listRoleNames(house.database.read, account.id);
  return {
    accessToken: await accessTokenFor(house, account, roles, next.sessionId),
    refreshToken: next.refreshToken,
  };
}

async function rotate(house: House, tx: WriteTx, refreshToken: string, sid: string | null, now: Date) {
  const hash = refreshTokenHash(refreshToken);
  const token = await queries.lockRefreshToken(tx, hash);
  if (!token || token.sessionId !== sid || token.lastUsedAt < secondsAfter(now, -idleSeconds)) return null;
  const { sessionId, spentAt } = token;
  if (spentAt && spentAt < secondsAfter(now, -graceSeconds)) {
    await queries.endSession(tx, sessionId, now);
    house.log.warn({ sessionId }, 'a spent refresh token was shown again: session ended');
    return null;
  }
  const successor = successorOf(house.keys, refreshToken);
  if (!spentAt) await queries.spendRefreshToken(tx, hash, now);
  await storeRefreshToken(tx, successor, sessionId, now);
  await queries.touchSession(tx, sessionId, now);
  return { sessionId, refreshToken: successor };
}

/** Signing out while acting as somebody else ends both sessions. */
export async function signOut(house: House, grant: SignedInGrant): Promise<boolean> {
  const { sessionId, userId } = grant.identity.actor ?? grant.identity;
  return write(house, grant, async (tx) => {
    const lines = await endImpersonationsIn(house, tx, sessionId);
    await queries.endSession(tx, sessionId, house.clock.now());
    return record(true, ...lines, { action: 'session.ended', subject: `user:${userId}` });
  });
}

async function storeRefreshToken(tx: WriteTx, refreshToken: string, session_id: string, issued_at: Date) {
  await queries.insertRefreshToken(tx, { token_hash: refreshTokenHash(refreshToken), session_id, issued_at });
}
