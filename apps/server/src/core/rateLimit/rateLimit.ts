import type { AppContext } from '../context/appContext.ts';
import { ask } from '../database/connection/prepared.ts';
import { perOwner } from '../runtime/concurrency/keepLast.ts';
import { AppError } from '../runtime/errors.ts';
import { type RateLimit, type RateLimitName, rateLimits } from './limits.ts';
import * as queries from './rateLimit.queries.ts';

export interface RateLimitKey {
  readonly limit: RateLimitName;
  readonly key: string | number;
}

export type RateLimitResult =
  | { readonly allowed: true; readonly counted: readonly Counted[] }
  /** In seconds, more than 0. */
  | { readonly allowed: false; readonly retryAfter: number };

/** A counted attempt, for `releaseRateLimits`. */
export interface Counted extends RateLimitKey {
  readonly blockedUntil: Date | null;
}

/** Increments a rate-limit counter, unless its key is blocked. */
export function checkRateLimit(context: AppContext, limit: RateLimitName, key: RateLimitKey['key']) {
  return checkRateLimits(context, [{ limit, key }]);
}

/**
 * Increments up to three counters in one round trip. A blocked key refuses the check, and the limits after
 * this key are not counted. Counts can be released again.
 * @param arrived when the request came, if it has been queued since
 */
export async function checkRateLimits(
  context: AppContext,
  keys: readonly RateLimitKey[],
  arrived: Date = context.clock.now(),
): Promise<RateLimitResult> {
  const now = context.clock.now();
  const statement = queries.countStatements[keys.length - 1];
  if (!statement) throw new Error(`cannot check ${keys.length} limits at once`);
  const values = keys.flatMap(({ limit, key }) => {
    const { max, windowSeconds, maxWaitSeconds }: RateLimit = rateLimits[limit];
    const most = typeof max === 'function' ? max(context.config) : max;
    return [rowKey(limit, key), most, windowSeconds, maxWaitSeconds ?? null];
  });
  const outcomes = await context.database.transactAlone(statement, [now, arrived, ...values]);
  const counted = keys.flatMap((key, at) => {
    const outcome = outcomes[at];
    return outcome?.isCounted ? [{ ...key, blockedUntil: outcome.blockedUntil }] : [];
  });
  if (counted.length === keys.length) return { allowed: true, counted };

  const blocked = keys.flatMap((key, at) => {
    const { isCounted = true, blockedUntil = null } = outcomes[at] ?? {};
    return isCounted || !blockedUntil ? [] : [{ ...key, until: blockedUntil }];
  });
  // The block began after the snapshot of the statement.
  const found = blocked.length > 0 ? blocked : await findBlocks(context, keys);
  for (const { limit, key, until } of found)
    blockMemoryOf(context.database).add(rowKey(limit, key), until, now);
  return { allowed: false, retryAfter: secondsUntil(found, now) };
}

/** @throws AppError `request.tooMany` with the seconds to wait */
export async function enforceRateLimit(context: AppContext, limit: RateLimitName, key: RateLimitKey['key']) {
  const result = await checkRateLimit(context, limit, key);
  if (!result.allowed) throw tooMany(result.retryAfter);
}

/** Runs `work` unless too many runs have failed (null or false) before. @throws AppError `request.tooMany` */
export async function limitFailures<T>(
  context: AppContext,
  limit: RateLimitName,
  key: RateLimitKey['key'],
  work: () => Promise<T>,
): Promise<T> {
  const blocks = await findBlocks(context, [{ limit, key }]);
  if (blocks.length > 0) throw tooMany(secondsUntil(blocks, context.clock.now()));
  const found = await work();
  if (found === null || found === false) await checkRateLimit(context, limit, key);
  return found;
}

/** Releases the counts of attempts that succeeded, or failed through no fault of the client. */
export async function releaseRateLimits(context: AppContext, counted: readonly Counted[]): Promise<void> {
  const keys = counted.map(({ limit, key }) => rowKey(limit, key));
  const blocks = counted.map(({ blockedUntil }) => blockedUntil);
  await context.database.transactAlone(queries.releaseStatement, [keys, blocks]);
}

export async function clearRateLimit(context: AppContext, limit: RateLimitName, key: RateLimitKey['key']) {
  await context.database.transactAlone(queries.clearStatement, [rowKey(limit, key)]);
}

/** The key of a counter's row. `|` separates the parts of a key. */
export function rowKey(limit: RateLimitName, key: RateLimitKey['key']): string {
  return `${limit}|${key}`;
}

/** Seconds until the last of these keys is free, from this process's cache; 0: no block known. */
export function secondsKnownBlocked(context: AppContext, keys: readonly RateLimitKey[], arrived: Date) {
  const rows = keys.map(({ limit, key }) => rowKey(limit, key));
  return blockMemoryOf(context.database).secondsOf(rows, context.clock.now(), arrived);
}

async function findBlocks(context: AppContext, keys: readonly RateLimitKey[]) {
  const now = context.clock.now().getTime();
  const rows = await ask(context.database.read, queries.selectBlocks, [
    keys.map(({ limit, key }) => rowKey(limit, key)),
  ]);
  return keys.flatMap(({ limit, key }) => {
    const until = rows.find((row) => row.key === rowKey(limit, key))?.blockedUntil;
    const { windowSeconds, maxWaitSeconds = windowSeconds }: RateLimit = rateLimits[limit];
    // As in the statement: a fast clock wrote a block that is longer than the limit's own.
    const isBelieved =
      until && until.getTime() > now && until.getTime() <= now + (maxWaitSeconds + 60) * 1000;
    return isBelieved ? [{ limit, key, until }] : [];
  });
}

function secondsUntil(blocks: readonly { readonly until: Date }[], now: Date): number {
  const last = Math.max(0, ...blocks.map(({ until }) => until.getTime()));
  return Math.max(1, Math.ceil((last - now.getTime()) / 1000));
}

function tooMany(seconds: number): AppError {
  return new AppError('request.tooMany', { headers: { 'retry-after': String(seconds) } });
}

const believedMilliseconds = 5000;
const maxKeys = 50_000;

/**
 * This process's cache of blocked keys: it keeps a flood of refused attempts away from the database. Entries
 * expire after some seconds, since another process may have lifted a block.
 */
const blockMemoryOf = perOwner((_database: AppContext['database']) => openBlockMemory());

function openBlockMemory() {
  const blocks = new Map<string, { readonly until: number; readonly askedAt: number }>();
  return {
    add(key: string, until: Date, now: Date): void {
      blocks.delete(key);
      blocks.set(key, { until: until.getTime(), askedAt: now.getTime() });
      const oldest = blocks.size > maxKeys && blocks.keys().next().value;
      if (oldest) blocks.delete(oldest);
    },
    /** Seconds until all keys are free for a request that `arrived` then, rounded up; 0: no block known. */
    secondsOf(keys: readonly string[], now: Date, arrived: Date): number {
      const at = now.getTime();
      let last = 0;
      for (const key of keys) {
        const block = blocks.get(key);
        if (!block) continue;
        const isBelieved = at >= block.askedAt && at < block.askedAt + believedMilliseconds;
        if (!isBelieved) blocks.delete(key);
        else if (block.until > arrived.getTime()) last = Math.max(last, block.until);
      }
      return last === 0 ? 0 : Math.max(1, Math.ceil((last - at) / 1000));
    },
  };
}
