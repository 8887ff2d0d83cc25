import { emailKey } from '@guichet/contract/core/fold';
import { ask } from '../../platform/database/connection/prepared.ts';
import type { WriteTx } from '../../platform/database/database.ts';
import type { DeviceMark } from '../../platform/http/cookies/deviceCookie.ts';
import { networkOf } from '../../platform/http/sockets/networkAddress.ts';
import { deleteRateLimits, forgetTry } from '../../platform/rateLimit/rateLimit.queries.ts';
import {
  type Counted,
  checkRateLimits,
  type RateLimitKey,
  releaseRateLimits,
  rowKey,
  secondsKnownBlocked,
} from '../../platform/rateLimit/rateLimit.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { logFailedSignIn } from './failedSignIns.ts';
import { readDevice } from './knownDevice.ts';

/** From where somebody tries. */
export interface ClientInfo {
  readonly address: string;
  /** The header; a session that opens keeps the names in it. */
  readonly userAgent: string;
  readonly device: DeviceMark;
}

export interface Attempt extends ClientInfo {
  readonly username: string;
}

/** A try that may be made, and is counted as failed until it is released or forgotten. */
export interface Try {
  readonly keys: FailureKeys;
  readonly counted: readonly Counted[];
}

/** Under what failures are counted. */
export interface FailureKeys {
  /** Of the account from this network, or on this device where the account is known on it. */
  readonly own: string;
  /** Of the account from everywhere; null for a known device, which others cannot lock out. */
  readonly account: string | null;
}

function keysOf(context: AppContext, attempt: Attempt): FailureKeys {
  const account = emailKey(attempt.username).slice(0, 254);
  const device = readDevice(context, attempt.device.shown);
  if (device?.isOf(attempt.username)) return { own: `${account}|device ${device.id}`, account: null };
  return { own: `${account}|${networkOf(attempt.address)}`, account };
}

function limitsOf({ address }: ClientInfo, keys: FailureKeys | null): RateLimitKey[] {
  return [
    { limit: 'signInNetwork', key: networkOf(address) },
    ...(keys ? [{ limit: 'signIn' as const, key: keys.own }] : []),
    ...(keys?.account ? [{ limit: 'signInAccount' as const, key: keys.account }] : []),
  ];
}

/** Seconds to wait, where this server process knows already that a try would be refused; 0 where it does not. */
export function secondsBlocked(context: AppContext, attempt: Attempt | ClientInfo, arrived: Date): number {
  const keys = 'username' in attempt ? keysOf(context, attempt) : null;
  return secondsKnownBlocked(context, limitsOf(attempt, keys), arrived);
}

/**
 * Counts a try as failed before it is known whether it is, so that no more than the free ones are looked at however
 * many come at once; and counts it for the network. `arrived` is when the request came.
 * @returns the seconds to wait where it may not be made
 */
export async function countTry(
  context: AppContext,
  attempt: Attempt,
  arrived: Date,
): Promise<Try | { readonly retryAfter: number }> {
  const keys = keysOf(context, attempt);
  const result = await checkRateLimits(context, limitsOf(attempt, keys), arrived);
  // For its network a try counts whether it is right or wrong.
  if (result.allowed)
    return { keys, counted: result.counted.filter(({ limit }) => limit !== 'signInNetwork') };
  logFailedSignIn(context, attempt, 'blocked');
  return result;
}

/** Counts a try for its network alone. Resolves to 0, or the seconds to wait. */
export async function secondsToWaitAt(
  context: AppContext,
  client: ClientInfo,
  arrived: Date,
): Promise<number> {
  const result = await checkRateLimits(context, limitsOf(client, null), arrived);
  return result.allowed ? 0 : result.retryAfter;
}

/** For a try that was right, or came to nothing by no fault of whoever made it. */
export async function releaseTry(context: AppContext, { counted }: Try): Promise<void> {
  await releaseRateLimits(context, counted);
}

/** Does what follows a counted try, which is released when that fails by no fault of whoever made it. */
export async function orReleaseTry<T>(context: AppContext, tried: Try, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await releaseTry(context, tried).catch(() => null);
    throw error;
  }
}

/** For whoever signs in without a counted try: only failures from this network or device are forgotten. */
export function keysWithoutTry(context: AppContext, attempt: Attempt): FailureKeys {
  return { own: keysOf(context, attempt).own, account: null };
}

/** What the table calls these keys, for the statement that forgets a try. */
export function rowKeysOf({ own, account }: FailureKeys): readonly [string, string | null] {
  return [rowKey('signIn', own), account && rowKey('signInAccount', account)];
}

/** After a sign-in: forgets the failures of the account from this network or device. */
export async function forgetFailures(tx: WriteTx, keys: FailureKeys): Promise<void> {
  await ask(tx, forgetTry, rowKeysOf(keys));
}

/** All failures of an account, from wherever the tries came. */
export async function forgetFailuresOf(tx: WriteTx, username: string): Promise<void> {
  const account = emailKey(username).slice(0, 254);
  await deleteRateLimits(tx, rowKey('signIn', account));
  await deleteRateLimits(tx, rowKey('signInAccount', account));
}
