import { systemTransaction } from '../audit/audit.service.ts';
import { clearThrottle, countUp, findThrottle } from '../platform/database/throttle.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import { AppError } from '../platform/runtime/errors.ts';

export interface Limit {
  readonly key: string;
  readonly most: number;
  readonly seconds: number;
}

const hour = 60 * 60;

/**
 * Counts a try to name one's current password: whoever sits down at an open session must not guess it.
 * @throws AppError `request.tooMany` after 10 an hour.
 */
export async function countPasswordTry(context: AppContext, userId: number): Promise<void> {
  await keepWithin(context, { key: passwordKey(userId), most: 10, seconds: hour });
}

/** After a right one. */
export async function forgetPasswordTries(context: AppContext, userId: number): Promise<void> {
  await systemTransaction(context, (tx) => clearThrottle(tx, passwordKey(userId)));
}

function passwordKey(userId: number): string {
  return `currentPassword|${userId}`;
}

/**
 * Counts a mail whose words an administrator chooses herself: a test, a new account, a given password. Nobody shall send
 * whatever she likes to whomever she likes in the university's name.
 * @throws AppError `request.tooMany` after 100 an hour.
 */
export async function countOwnMail(context: AppContext, userId: number): Promise<void> {
  await keepWithin(context, { key: `ownMail|${userId}`, most: 100, seconds: hour });
}

/** Counts one more of something. @throws AppError `request.tooMany` beyond the limit, with the seconds to wait. */
export async function keepWithin(context: AppContext, { key, most, seconds }: Limit): Promise<void> {
  const now = context.clock.now();
  const begin = secondsAfter(now, -seconds);
  const count = await systemTransaction(context, (tx) => countUp(tx, key, now, begin));
  if (count <= most) return;
  const since = (await findThrottle(context.database.read, key, context.clock.now()))?.since ?? now;
  const wait = Math.max(1, Math.ceil((since.getTime() - begin.getTime()) / 1000));
  throw new AppError('request.tooMany', { headers: { 'retry-after': String(wait) } });
}

/**
 * Refuses who has failed too often, without counting this try. @throws AppError `request.tooMany` at the limit, with the
 * seconds to wait.
 */
export async function refuseBeyond(context: AppContext, { key, most, seconds }: Limit): Promise<void> {
  const begin = secondsAfter(context.clock.now(), -seconds);
  const failures = await findThrottle(context.database.read, key, context.clock.now());
  if (!failures || failures.since < begin || failures.count < most) return;
  const wait = Math.max(1, Math.ceil((failures.since.getTime() - begin.getTime()) / 1000));
  throw new AppError('request.tooMany', { headers: { 'retry-after': String(wait) } });
}

/** Counts a failure that `refuseBeyond` looks at. */
export async function countAgainst(context: AppContext, { key, seconds }: Limit): Promise<void> {
  const now = context.clock.now();
  await systemTransaction(context, (tx) => countUp(tx, key, now, secondsAfter(now, -seconds)));
}
