import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import { type RateLimitName, rateLimits } from './limits.ts';
import {
  checkRateLimit,
  checkRateLimits,
  clearRateLimit,
  enforceRateLimit,
  limitFailures,
  type RateLimitResult,
  releaseRateLimits,
  secondsKnownBlocked,
} from './rateLimit.ts';

let context: TestApp;
let keys = 0;
beforeAll(async () => {
  context = await openTestApp({ SIGN_INS_PER_MINUTE: '10' });
});
afterAll(() => context.close());

const nextKey = () => `key ${++keys}`;
const waitOf = (result: RateLimitResult) => (result.allowed ? 0 : result.retryAfter);
const check = async (limit: RateLimitName, key: string) => waitOf(await checkRateLimit(context, limit, key));
async function checkTimes(times: number, limit: RateLimitName, key: string): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < times; n++) waits.push(await check(limit, key));
  return waits;
}

describe('each limit', () => {
  it.each(Object.entries(rateLimits))(
    '%s allows exactly its maximum under concurrency',
    async (name, limit) => {
      const limitName = name as RateLimitName;
      const max = typeof limit.max === 'function' ? limit.max(context.config) : limit.max;
      const key = nextKey();
      const results = await Promise.all(
        Array.from({ length: max + 20 }, () => checkRateLimit(context, limitName, key)),
      );
      expect(results.filter(({ allowed }) => allowed).length).toBe(max);
      const firstWait = 'maxWaitSeconds' in limit ? 1 : limit.windowSeconds;
      expect(new Set(results.filter(({ allowed }) => !allowed).map(waitOf))).toEqual(new Set([firstWait]));
      expect(await check(limitName, nextKey())).toBe(0);
      context.clock.advance(limit.windowSeconds);
      expect(await check(limitName, key)).toBe(0);
    },
  );
});

describe('a limit of a window', () => {
  it('returns the time left of the window, which refused attempts do not extend', async () => {
    const key = nextKey();
    expect(await checkTimes(3, 'testMail', key)).toEqual([0, 0, 0]);
    context.clock.advance(20);
    expect(await checkTimes(4, 'testMail', key)).toEqual([0, 0, 40, 40]);
    context.clock.advance(39);
    expect(await check('testMail', key)).toBe(1);
    context.clock.advance(1);
    expect(await checkTimes(6, 'testMail', key)).toEqual([0, 0, 0, 0, 0, 60]);
  });
});

describe('a limit with exponential waits', () => {
  it('doubles the wait up to maxWaitSeconds, and resets after its window', async () => {
    const key = nextKey();
    await checkTimes(5, 'signIn', key);
    const waits: number[] = [];
    for (let n = 0; n < 12; n++) {
      const wait = await check('signIn', key);
      waits.push(wait);
      context.clock.advance(wait);
      expect(await check('signIn', key)).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    context.clock.advance(12 * 60 * 60);
    expect(await checkTimes(6, 'signIn', key)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('still refuses attempts that arrived before the wait was over', async () => {
    const key = nextKey();
    await checkTimes(5, 'signIn', key);
    const arrived = context.clock.now();
    context.clock.advance(2);
    expect((await checkRateLimits(context, [{ limit: 'signIn', key }], arrived)).allowed).toBe(false);
    expect(await check('signIn', key)).toBe(0);
  });
});

describe('several limits in one check', () => {
  const signInOf = (network: string, own: string, account: string) => [
    { limit: 'signInNetwork' as const, key: network },
    { limit: 'signIn' as const, key: own },
    { limit: 'signInAccount' as const, key: account },
  ];
  const countOf = async (key: string) => {
    const row = await context.database.read
      .selectFrom('rate_limits')
      .select('count')
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.count ?? 0;
  };

  it('count nothing when one of them is blocked, and return its wait', async () => {
    const [network, own, account] = [nextKey(), nextKey(), nextKey()];
    for (let n = 0; n < 5; n++) await checkRateLimits(context, signInOf(network, own, account));
    expect(waitOf(await checkRateLimits(context, signInOf(network, own, account)))).toBe(1);
    expect(waitOf(await checkRateLimits(context, signInOf(network, nextKey(), account)))).toBe(0);
    expect([await countOf(`signInNetwork|${network}`), await countOf(`signIn|${own}`)]).toEqual([6, 5]);
    expect(await countOf(`signInAccount|${account}`)).toBe(6);
    await checkTimes(10, 'signInNetwork', network);
    expect(waitOf(await checkRateLimits(context, signInOf(network, nextKey(), account)))).toBe(60);
    expect(await countOf(`signInAccount|${account}`)).toBe(6);
  });

  it('are released together, with the blocks that they began', async () => {
    const [own, account] = [nextKey(), nextKey()];
    const both = signInOf('', own, account).slice(1);
    for (let n = 0; n < 4; n++) await checkRateLimits(context, both);
    for (let n = 0; n < 9; n++) {
      const result = await checkRateLimits(context, both);
      if (!result.allowed) throw new Error('a released attempt is still counted');
      await releaseRateLimits(context, result.counted);
    }
    expect([await countOf(`signIn|${own}`), await countOf(`signInAccount|${account}`)]).toEqual([4, 4]);
    await clearRateLimit(context, 'signIn', own);
    expect(await checkTimes(6, 'signIn', own)).toEqual([0, 0, 0, 0, 0, 1]);
  });
});

describe('a limit of failures', () => {
  it('does not count successes, and skips the work after too many failures', async () => {
    const key = nextKey();
    const run = (answer: boolean | null) => limitFailures(context, 'linkGuess', key, async () => answer);
    for (let n = 0; n < 70; n++) expect(await run(true)).toBe(true);
    for (let n = 0; n < 60; n++) expect(await run(n % 2 ? false : null)).toBeFalsy();
    await expect(run(true)).rejects.toMatchObject({
      code: 'request.tooMany',
      headers: { 'retry-after': '60' },
    });
    context.clock.advance(60);
    expect(await run(true)).toBe(true);
  });
});

it('enforceRateLimit throws with the seconds to wait', async () => {
  const key = nextKey();
  for (let n = 0; n < 3; n++) await enforceRateLimit(context, 'resetLinkEmail', key);
  context.clock.advance(600);
  await expect(enforceRateLimit(context, 'resetLinkEmail', key)).rejects.toMatchObject({
    code: 'request.tooMany',
    headers: { 'retry-after': '3000' },
  });
});

it('a known block is cached for some seconds', async () => {
  const key = nextKey();
  const seconds = () => secondsKnownBlocked(context, [{ limit: 'testMail', key }], context.clock.now());
  await checkTimes(5, 'testMail', key);
  expect(seconds()).toBe(0);
  await check('testMail', key);
  expect(seconds()).toBe(60);
  context.clock.advance(4);
  expect(seconds()).toBe(56);
  context.clock.advance(1);
  expect(seconds()).toBe(0);
});

it.each([
  ['signIn', 5],
  ['testMail', 5],
] as const)('a block written by a clock an hour ahead is ignored: %s', async (limit, max) => {
  const key = nextKey();
  context.clock.advance(60 * 60);
  await checkTimes(max + 1, limit, key);
  context.clock.advance(-60 * 60);
  expect(await checkTimes(max + 1, limit, key)).toEqual([...Array(max).fill(0), limit === 'signIn' ? 1 : 60]);
});

it('counters written by a clock a day ahead are ignored', async () => {
  const key = nextKey();
  const run = (answer: boolean) => limitFailures(context, 'handOff', key, async () => answer);
  context.clock.advance(24 * 60 * 60);
  for (let n = 0; n < 60; n++) await run(false);
  await expect(run(true)).rejects.toMatchObject({ code: 'request.tooMany' });
  context.clock.advance(-24 * 60 * 60);
  expect(await run(true)).toBe(true);
});

it('a clock skew of seconds between servers does not affect counting', async () => {
  const key = nextKey();
  context.clock.advance(30);
  await checkTimes(5, 'testMail', key);
  context.clock.advance(-30);
  expect(await check('testMail', key)).toBe(90);
});
