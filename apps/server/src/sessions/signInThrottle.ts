import { emailKey } from '@guichet/contract/core/fold';
import { singleStatementTransaction } from '../audit/audit.service.ts';
import { ask } from '../platform/database/connection/prepared.ts';
import type { WriteTx } from '../platform/database/database.ts';
import {
  type CountedTry,
  clearThrottles,
  countSignInTry,
  forgetTry,
  giveTryBack,
} from '../platform/database/throttle.ts';
import type { DeviceMark } from '../platform/http/cookies/deviceCookie.ts';
import { networkOf } from '../platform/http/networkAddress.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import { blockedTriesOf } from './blockedTries.ts';
import { logFailedSignIn } from './failedSignIns.ts';
import { readDevice } from './knownDevice.ts';

const freeFailures = 5;
/**
 * Failures of one account from everywhere within an hour, known devices apart (NIST SP 800-63B allows 100 in a row). Past
 * that, further ones wait up to a minute for each other.
 */
const freeFailuresOfAccount = 100;

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

/** A try that may be made, and is counted as failed until it is given back or forgotten. */
export interface Try {
  readonly keys: TryKeys;
  readonly blockedUntil: Date | null;
}

export interface Refusal {
  /** In seconds, more than 0. */
  readonly retryAfter: number;
}

export interface TryKeys {
  /** Of the account from this network, or on this device where the account is known on it. */
  readonly own: string;
  /** Of the account from everywhere; null for a known device, which others cannot lock out. */
  readonly account: string | null;
}

function keysOf(context: AppContext, attempt: Attempt): TryKeys {
  const account = emailKey(attempt.username).slice(0, 254);
  const device = readDevice(context, attempt.device.shown);
  if (device?.isOf(attempt.username)) return { own: `signIn|${account}|device ${device.id}`, account: null };
  return { own: `signIn|${account}|${networkOf(attempt.address)}`, account: accountKey(account) };
}

function accountKey(account: string): string {
  return `signInOf|${account}`;
}

function triesKey(address: string): string {
  return `tries|${networkOf(address)}`;
}

/** Whether this server process knows already that a try would be refused; 0 where it does not. */
export function secondsBlocked(context: AppContext, attempt: Attempt | ClientInfo, arrived: Date): number {
  const keys = [triesKey(attempt.address)];
  if ('username' in attempt) {
    const { own, account } = keysOf(context, attempt);
    keys.push(own, ...(account ? [account] : []));
  }
  return blockedTriesOf(context).secondsOf(keys, context.clock.now(), arrived);
}

/**
 * Counts a try as failed before it is known whether it is, so that no more than the free ones are looked at however
 * many come at once; and counts it for the network, generously, since a campus sits behind one. `arrived` is when the
 * request came.
 */
export async function countTry(context: AppContext, attempt: Attempt, arrived: Date): Promise<Try | Refusal> {
  const keys = keysOf(context, attempt);
  const counted = await count(context, attempt.address, keys, arrived);
  if (counted.failures !== null) return { keys, blockedUntil: counted.blockedUntil };
  logFailedSignIn(context, attempt, 'blocked');
  return refusalOf(context, attempt.address, keys, counted);
}

/** The same for the network alone. Resolves to 0, or the seconds to wait. */
export async function secondsToWaitAt(
  context: AppContext,
  { address }: ClientInfo,
  arrived: Date,
): Promise<number> {
  const counted = await count(context, address, { own: null, account: null }, arrived);
  return counted.tries > context.config.signInsPerMinute
    ? refusalOf(context, address, { own: null, account: null }, counted).retryAfter
    : 0;
}

type SomeKeys = { readonly [K in keyof TryKeys]: string | null };

async function count(
  context: AppContext,
  address: string,
  keys: SomeKeys,
  arrived: Date,
): Promise<CountedTry> {
  const [counted] = await singleStatementTransaction(context, countSignInTry, [
    triesKey(address),
    keys.own,
    keys.account,
    context.clock.now(),
    arrived,
    context.config.signInsPerMinute,
    freeFailures,
    freeFailuresOfAccount,
  ]);
  return counted as CountedTry;
}

function refusalOf(context: AppContext, address: string, keys: SomeKeys, counted: CountedTry): Refusal {
  const { config, clock } = context;
  const now = clock.now();
  const isNetworkFull = counted.tries > config.signInsPerMinute;
  const ends: [string | null, Date | null][] = isNetworkFull
    ? [[triesKey(address), secondsAfter(counted.triesSince, 60)]]
    : [
        [keys.own, counted.blockedUntil],
        [keys.account, counted.accountBlockedUntil],
      ];
  const blocked = blockedTriesOf(context);
  for (const [key, until] of ends) if (key && until) blocked.add(key, until, now);
  const last = Math.max(...ends.map(([, until]) => until?.getTime() ?? 0));
  // Less than a second where another try has begun the block in this very moment.
  return { retryAfter: Math.max(1, Math.ceil((last - now.getTime()) / 1000)) };
}

/** For a try that was right, or came to nothing by no fault of whoever made it. */
export async function giveBack(context: AppContext, { keys, blockedUntil }: Try): Promise<void> {
  await singleStatementTransaction(context, giveTryBack, [keys.own, blockedUntil, keys.account]);
}

/** Does what follows a counted try, which is given back when that fails by no fault of whoever made it. */
export async function orGiveBack<T>(context: AppContext, tried: Try, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await giveBack(context, tried).catch(() => null);
    throw error;
  }
}

/** For whoever signs in without a counted try: only failures from this network or device are forgotten. */
export function keysWithoutTry(context: AppContext, attempt: Attempt): TryKeys {
  return { own: keysOf(context, attempt).own, account: null };
}

/** After a sign-in: forgets the failures of the account from this network or device. */
export async function forgetFailures(tx: WriteTx, { own, account }: TryKeys): Promise<void> {
  await ask(tx, forgetTry, [own, account]);
}

/** All failures of an account, from wherever the tries came. */
export async function forgetFailuresOf(tx: WriteTx, username: string): Promise<void> {
  const account = emailKey(username).slice(0, 254);
  await clearThrottles(tx, `signIn|${account}|`);
  await clearThrottles(tx, accountKey(account));
}
