import { emailKey } from '@guichet/contract/core/fold';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { ask } from '../../../core/database/connection/prepared.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { rateLimits } from '../../../core/rateLimit/limits.ts';
import { deleteRateLimits, forgetTry, selectCounted } from '../../../core/rateLimit/rateLimit.queries.ts';
import * as rateLimit from '../../../core/rateLimit/rateLimit.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { logFailedSignIn } from './failedSignIns.ts';
import { readDevice } from './knownDevice.ts';

export interface ClientInfo {
  readonly address: string;
  /** The raw User-Agent header, untrusted; the session stores the names found in it. */
  readonly userAgent: string;
  readonly device: BrowserMark;
}

export interface Attempt extends ClientInfo {
  readonly username: string;
}

/** An allowed attempt, counted as failed until it is released or reset. */
export interface Try {
  readonly keys: FailureKeys;
  readonly counted: readonly rateLimit.Counted[];
}

export interface FailureKeys {
  /** Account and network, or account and device where the account is known on the device. */
  readonly own: string;
  /** The account over all networks; null for a known device, which others cannot lock out. */
  readonly account: string | null;
}

function keysOf(context: AppContext, attempt: Attempt): FailureKeys {
  const account = emailKey(attempt.username).slice(0, 254);
  const device = readDevice(context, attempt.device.shown);
  if (device?.isOf(attempt.username)) return { own: `${account}|device ${device.id}`, account: null };
  return { own: `${account}|${toNetwork(attempt.address)}`, account };
}

function limitsOf({ address }: ClientInfo, keys: FailureKeys | null): rateLimit.RateLimitKey[] {
  return [
    { limit: 'signInNetwork', key: toNetwork(address) },
    ...(keys ? [{ limit: 'signIn' as const, key: keys.own }] : []),
    ...(keys?.account ? [{ limit: 'signInAccount' as const, key: keys.account }] : []),
  ];
}

/** Seconds to wait where this process already knows that the attempt would be refused; else 0. */
export function secondsBlocked(context: AppContext, attempt: Attempt | ClientInfo, arrived: Date): number {
  const keys = 'username' in attempt ? keysOf(context, attempt) : null;
  return rateLimit.secondsKnownBlocked(context, limitsOf(attempt, keys), arrived);
}

/**
 * Counts an attempt as failed before it is checked, so that simultaneous attempts cannot exceed the limit;
 * also counts the attempt for the network. `arrived` is when the request came.
 * @returns the attempt, or `retryAfter` in seconds where the attempt is refused
 */
export async function countTry(
  context: AppContext,
  attempt: Attempt,
  arrived: Date,
): Promise<Try | { readonly retryAfter: number }> {
  const keys = keysOf(context, attempt);
  const result = await rateLimit.checkRateLimits(context, limitsOf(attempt, keys), arrived);
  // The counter of the network is never released: it counts right attempts too.
  if (result.allowed)
    return { keys, counted: result.counted.filter(({ limit }) => limit !== 'signInNetwork') };
  logFailedSignIn(context, attempt, 'blocked');
  return result;
}

/** Counts an attempt for its network alone. Resolves to the seconds to wait; 0 for an allowed attempt. */
export async function secondsToWaitAt(context: AppContext, client: ClientInfo, arrived: Date) {
  const result = await rateLimit.checkRateLimits(context, limitsOf(client, null), arrived);
  return result.allowed ? 0 : result.retryAfter;
}

/** Takes back the count of an attempt that was right, or that failed by a fault of the server. */
export async function releaseTry(context: AppContext, { counted }: Try): Promise<void> {
  await rateLimit.releaseRateLimits(context, counted);
}

/** Runs the work of a counted attempt; releases the attempt when `work` throws, whatever the reason. */
export async function orReleaseTry<T>(context: AppContext, tried: Try, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await releaseTry(context, tried).catch(() => null);
    throw error;
  }
}

/** Keys for a sign-in without a counted attempt: only failures from this network or device are reset. */
export function keysWithoutTry(context: AppContext, attempt: Attempt): FailureKeys {
  return { own: keysOf(context, attempt).own, account: null };
}

/** The stored names of these keys, for the statement that resets their counters. */
export function toRowKeys({ own, account }: FailureKeys): readonly [string, string | null] {
  return [rateLimit.rowKey('signIn', own), account && rateLimit.rowKey('signInAccount', account)];
}

/** Resets the failures of the account from this network or device, after a sign-in. */
export async function forgetFailures(tx: WriteTx, keys: FailureKeys): Promise<void> {
  await ask(tx, forgetTry, toRowKeys(keys));
}

/** Resets all failures of an account, over all networks. */
export async function forgetAccountFailures(tx: WriteTx, username: string): Promise<void> {
  const account = emailKey(username).slice(0, 254);
  await deleteRateLimits(tx, rateLimit.rowKey('signIn', account));
  await deleteRateLimits(tx, rateLimit.rowKey('signInAccount', account));
}

/** The wrong tries of an account that count now, over all networks and devices; null for none. */
export async function findWrongTries(context: AppContext, email: string) {
  const now = context.clock.now();
  const since = secondsAfter(now, -rateLimits.signIn.windowSeconds);
  const key = rateLimit.rowKey('signIn', emailKey(email).slice(0, 254));
  const { count, blockedUntil } = await selectCounted(context.database.read, key, since);
  if (count === 0) return null;
  return { count, waitUntil: blockedUntil && blockedUntil > now ? blockedUntil : null };
}
