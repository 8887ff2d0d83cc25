import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { testedKind } from '../../../test/database/testDatabase.ts';
import { callJobs, useCallCentre, versionedCalls } from './fixtures/calls.ts';
import { requeueDestination } from './leases.queries.ts';
import { listOutages, requeueJobs } from './queue.service.ts';

const calls = useCallCentre();
const done = async () => ({ kind: 'done' }) as const;
/** A call that hangs until the process stops. */
const hang = async (stop: AbortSignal) => {
  await once(stop, 'abort');
  return { kind: 'released' } as const;
};
const statesOf = async () => (await calls.rows()).map(({ state }) => state);
const countOf = (host: string) => calls.called.filter((called) => called === host).length;

describe('a lease', () => {
  test('gives each job to one of several processes', async () => {
    const ids = await calls.enqueue(...Array.from({ length: 60 }, (_, n) => `h${n % 7}`));
    calls.open(calls.handler(done)).start();
    // The embedded database has one process; a second process would release the leases of the first.
    if (testedKind === 'postgres') calls.open(calls.handler(done)).start();
    await calls.untilDone(ids);
    expect(calls.called).toHaveLength(60);
    expect((await calls.rows()).every((row) => row.attempts === 1 && row.leased_by === null)).toBe(true);
  });

  test('of a dead process expires after half a minute, and not before', async () => {
    await calls.enqueue('a');
    const until = new Date(calls.app.clock.now().getTime() + 30_000).toISOString();
    await calls.set(`state = 'running', leased_by = 'a dead one', leased_until = '${until}'`);
    const queue = calls.open(calls.handler(done));
    expect(await queue.runOnce()).toBeNull();
    calls.app.clock.advance(30);
    expect(await queue.runOnce()).toMatchObject({ results: [{ kind: 'done' }] });
  });

  test('is not given while jobs are held after a restore', async () => {
    await calls.enqueue('a');
    const hold = { held_at: calls.app.clock.now(), backup_made_at: calls.app.clock.now() };
    await calls.app.database.transact((tx) => tx.insertInto('outgoing_holds').values(hold).execute());
    const queue = calls.open(calls.handler(done));
    expect(await queue.runOnce()).toBeNull();
    await calls.app.database.transact((tx) => tx.deleteFrom('outgoing_holds').execute());
    expect(await queue.runOnce()).not.toBeNull();
  });

  test('goes first to the job that has been due longest', async () => {
    const [early, late] = await calls.enqueue('early', 'late');
    await calls.set(
      `next_try_at = next_try_at - case id when ${late} then interval '1 hour' else interval '0' end`,
    );
    await calls.open(calls.handler(done)).runOnce();
    expect([early, late]).toHaveLength(2);
    expect(calls.called).toEqual(['late']);
  });
});

describe('a job', () => {
  test('that is queued for later waits in a timed table, and elsewhere is known for the work of a wrong clock', async () => {
    await calls.enqueue('a');
    await calls.set(`next_try_at = next_try_at + interval '40 days'`);
    const timed = calls.open({ ...calls.handler(done), table: { ...callJobs, isTimed: 'true' } });
    expect(await timed.runOnce()).toBeNull();
    calls.app.clock.advance(40 * 24 * 3600);
    expect(await timed.runOnce()).not.toBeNull();
    await calls.enqueue('b');
    await calls.set(`next_try_at = next_try_at + interval '40 days'`);
    expect(await calls.open(calls.handler(done)).runOnce()).not.toBeNull();
    expect(calls.called).toEqual(['a', 'b']);
  });

  test('is retried after growing waits, and has failed after the last', async () => {
    await calls.enqueue('a');
    const queue = calls.open(calls.handler(async () => ({ kind: 'retry', reason: 'busy' })));
    for (const [seconds, attempts] of [
      [10, 1],
      [60, 2],
    ] as const) {
      await queue.runOnce();
      expect(await calls.rows()).toMatchObject([{ state: 'waiting', attempts, last_error: 'busy' }]);
      calls.app.clock.advance(seconds - 1);
      expect(await queue.runOnce()).toBeNull();
      calls.app.clock.advance(1);
    }
    await queue.runOnce();
    expect(await calls.rows()).toMatchObject([{ state: 'failed', attempts: 3 }]);
  });

  test('is retried after the destination’s Retry-After', async () => {
    await calls.enqueue('a');
    const queue = calls.open(
      calls.handler(async () => ({ kind: 'retry', reason: 'busy', afterSeconds: 300 })),
    );
    await queue.runOnce();
    calls.app.clock.advance(299);
    expect(await queue.runOnce()).toBeNull();
    calls.app.clock.advance(1);
    expect(await queue.runOnce()).not.toBeNull();
  });

  test('fails permanently at once, and starts over when requeued', async () => {
    const [id = 0] = await calls.enqueue('a');
    await calls.open(calls.handler(async () => ({ kind: 'failed', reason: 'no such' }))).runOnce();
    expect(await calls.rows()).toMatchObject([{ state: 'failed', attempts: 1, last_error: 'no such' }]);
    const { database, clock } = calls.app;
    const again = () => database.transact((tx) => requeueJobs(tx, callJobs, { id }, clock.now()));
    expect([await again(), await again()]).toEqual([[{ id }], []]);
    expect(await calls.rows()).toMatchObject([{ state: 'queued', attempts: 0, last_error: null }]);
  });

  test.each([
    ['is cut within a character', `${'x'.repeat(499)}😀`, `${'x'.repeat(499)}😀`],
    ['holds what no column may hold', 'no\0such\ud83d', 'no such\ufffd'],
  ])('is settled although its reason %s', async (_what, reason, stored) => {
    await calls.enqueue('a');
    const queue = calls.open(calls.handler(async () => ({ kind: 'failed', reason })));
    expect(await Promise.race([queue.runOnce(), wait(3000, 'never settled')])).not.toBe('never settled');
    expect(await calls.rows()).toMatchObject([{ state: 'failed', last_error: stored }]);
  });

  test('is retried where the handler has a bug', async () => {
    await calls.enqueue('a');
    await calls
      .open(calls.handler(() => Promise.reject(new TypeError('undefined is not a function'))))
      .runOnce();
    expect(await calls.rows()).toMatchObject([
      { state: 'waiting', attempts: 1, last_error: 'unexpected failure, see the log' },
    ]);
  });

  test('is settled before the slot takes the next one, however long the database is away', async () => {
    const ids = await calls.enqueue('a', 'a', 'a');
    const { database } = calls.app;
    let lost = 0;
    const transactAlone: typeof database.transactAlone = async (...statement) => {
      const rows = await database.transactAlone(...statement);
      // The first time, the statement is executed but its answer gets lost.
      if (lost++ === 0) throw new Error('The answer got lost.');
      return rows;
    };
    const app = { ...calls.app, database: { ...database, transactAlone } };
    calls.open(calls.handler(done, { slots: 1 }), { app }).start();
    await wait(500);
    expect(calls.called).toHaveLength(1);
    await calls.untilDone(ids);
    expect((await calls.rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  test('that was changed meanwhile ignores the old result, and is not leased before', async () => {
    await calls.enqueue('a');
    const handler = calls.handler(async () => {
      await calls.set(`version = version + 1, attempts = 0`);
      expect(await calls.open({ ...calls.handler(done), table: versionedCalls }).runOnce()).toBeNull();
      return { kind: 'failed', reason: 'too old' };
    });
    await calls.open({ ...handler, table: versionedCalls }).runOnce();
    expect(await calls.rows()).toMatchObject([{ attempts: 0, last_error: null, leased_by: null }]);
    expect(await statesOf()).toEqual(['queued']);
  });
});

describe('a destination', () => {
  test('that is down stops only its own jobs, does not count attempts, and gets them all when it is back', async () => {
    let isDown = true;
    const handler = calls.handler(async ({ host }) =>
      host === 'down' && isDown ? { unavailable: 'no route' } : { kind: 'done' },
    );
    const hosts = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 'down' : `well${n % 6}`));
    const ids = await calls.enqueue(...hosts);
    const well = ids.filter((_, n) => n % 2 === 1);
    calls.open(handler, { secondMs: 500 }).start();
    await calls.untilDone(well);
    // Two calls at first, and a call after each pause, for twenty jobs.
    expect(countOf('down')).toBeLessThan(8);
    const rows = await calls.rows();
    for (const { host, state, attempts } of rows)
      if (host === 'down') expect([state, attempts]).toEqual(['queued', 0]);
    expect(rows.some(({ last_error }) => last_error === 'no route')).toBe(true);
    expect(await listOutages(calls.app)).toMatchObject([{ destination: 'down', reason: 'no route' }]);
    isDown = false;
    await calls.untilDone(ids);
    expect(await listOutages(calls.app)).toEqual([]);
  });

  test('that is back and refuses its first job for its own sake is no longer listed as down', async () => {
    await calls.enqueue('down');
    let isDown = true;
    const handler = calls.handler(async () =>
      isDown ? { unavailable: 'no route' } : { kind: 'failed', reason: 'no such page' },
    );
    calls.open(handler, { secondMs: 20 }).start();
    await expect.poll(() => listOutages(calls.app)).toMatchObject([{ destination: 'down' }]);
    isDown = false;
    await expect.poll(statesOf).toEqual(['failed']);
    expect(await listOutages(calls.app)).toEqual([]);
  });

  test('that asks for a pause of hours is listed as down for all of it', async () => {
    await calls.enqueue('down');
    const handler = calls.handler(async () => ({ unavailable: 'maintenance', afterSeconds: 7200 }));
    calls.open(handler).start();
    await expect.poll(() => listOutages(calls.app)).toMatchObject([{ destination: 'down' }]);
    calls.app.clock.advance(2 * 60 * 60);
    expect(await listOutages(calls.app)).toMatchObject([{ destination: 'down', reason: 'maintenance' }]);
    calls.app.clock.advance(40 * 60);
    expect(await listOutages(calls.app)).toEqual([]);
  });

  test('that asked for a long pause is looked at by a small call, and gets its jobs soon after it is back', async () => {
    let isDown = true;
    let looks = 0;
    const handler = calls.handler(
      async ({ host }) =>
        host === 'down' && isDown
          ? { unavailable: 'maintenance', afterSeconds: 300, isWatched: true }
          : { kind: 'done' },
      {
        look: async (destination) => {
          expect(destination).toBe('down');
          looks += 1;
          if (looks === 2) isDown = false;
          return isDown ? { reason: 'maintenance', afterSeconds: 300, isWatched: true } : null;
        },
      },
    );
    const ids = await calls.enqueue('down', 'down', 'down');
    const asked = countOf('down');
    const began = Date.now();
    calls.open(handler, { secondMs: 20 }).start();
    await calls.untilDone(ids);
    expect(looks).toBe(2);
    // Twice thirty seconds, not three hundred.
    expect(Date.now() - began).toBeLessThan(300 * 20);
    expect(countOf('down') - asked).toBeLessThanOrEqual(2 + ids.length);
    expect(await listOutages(calls.app)).toEqual([]);
  });

  test('that was down gets a single job first', async () => {
    let underWay = 0;
    let mostAtOnce = 0;
    let calledAgain = 0;
    const handler = calls.handler(async ({ host }) => {
      if (host !== 'down') return { kind: 'done' };
      mostAtOnce = calledAgain++ < 2 ? 0 : Math.max(mostAtOnce, ++underWay);
      await wait(30);
      underWay = Math.max(0, underWay - 1);
      return calledAgain < 5 ? { unavailable: 'no route' } : { kind: 'done' };
    });
    const ids = await calls.enqueue(...Array.from({ length: 8 }, () => 'down'));
    calls.open(handler).start();
    while (calledAgain < 5) await wait(10);
    expect(mostAtOnce).toBe(1);
    await calls.untilDone(ids);
  });

  test('that hangs leaves slots to the others', async () => {
    const handler = calls.handler(({ host }, stop) => (host === 'hangs' ? hang(stop) : done()));
    await calls.enqueue(...Array.from({ length: 30 }, () => 'hangs'));
    const ids = await calls.enqueue('a', 'b', 'c', 'a', 'b', 'c');
    const queue = calls.open(handler);
    queue.start();
    await calls.untilDone(ids);
    expect(countOf('hangs')).toBe(2);
  });

  test('that defers job after job opens its circuit breaker', async () => {
    await calls.enqueue(...Array.from({ length: 120 }, () => 'busy'));
    calls
      .open(
        calls.handler(async () => ({ kind: 'retry', reason: 'try later' })),
        { secondMs: 100 },
      )
      .start();
    await expect.poll(() => countOf('busy'), { timeout: 10_000 }).toBeGreaterThanOrEqual(50);
    await wait(200);
    expect(countOf('busy')).toBeLessThan(60);
    expect(await listOutages(calls.app)).toMatchObject([{ destination: 'busy', reason: 'try later' }]);
  });
});

describe('a destination whose settings changed', () => {
  const requeue = (table: typeof callJobs) => {
    const { database, clock } = calls.app;
    return database.transact((tx) => requeueDestination(tx, table, 'a', clock.now()));
  };

  test('gets what waits for its next attempt at once, as if for the first time, and nothing that is planned or has failed', async () => {
    await calls.enqueue('a', 'b', 'a', 'a');
    const queue = calls.open(calls.handler(async () => ({ kind: 'retry', reason: 'no entry' })));
    while (await queue.runOnce());
    const [, , failed, planned] = (await calls.rows()).map(({ id }) => id);
    await calls.set(`state = case id when ${failed} then 'failed' when ${planned} then 'queued' else state end,
      next_try_at = next_try_at + interval '40 seconds'`);
    const due = (await calls.rows()).map(({ next_try_at }) => next_try_at);
    expect(await requeue(callJobs)).toBe(1);
    expect(await calls.rows()).toMatchObject([
      { state: 'queued', attempts: 0, last_error: null, next_try_at: calls.app.clock.now() },
      { state: 'waiting', attempts: 1, next_try_at: due[1] },
      { state: 'failed', attempts: 1, next_try_at: due[2] },
      { state: 'queued', attempts: 1, next_try_at: due[3] },
    ]);
  });

  test('gets a job again whose call was under way with the old ones', async () => {
    await calls.enqueue('a');
    const handler = calls.handler(async () => {
      expect(await requeue(versionedCalls)).toBe(1);
      return { kind: 'retry', reason: 'no entry' };
    });
    await calls.open({ ...handler, table: versionedCalls }).runOnce();
    expect(await calls.rows()).toMatchObject([
      { state: 'queued', attempts: 0, last_error: null, leased_by: null, next_try_at: calls.app.clock.now() },
    ]);
  });
});

describe('batched jobs', () => {
  test('share a call, each with its own result', async () => {
    await calls.enqueue('a', 'b', 'a', 'a');
    const batches: number[] = [];
    const handler = calls.handler(done, {
      batchOf: () => 'all',
      async handle(batch) {
        batches.push(batch.length);
        return {
          results: batch.map((_, n) => (n === 1 ? { kind: 'failed', reason: 'not she' } : { kind: 'done' })),
        };
      },
    });
    const queue = calls.open(handler);
    while (await queue.runOnce());
    expect(batches).toEqual([3, 1]);
    expect(await statesOf()).toEqual(['done', 'done', 'failed', 'done']);
  });
});

describe('a stop', () => {
  test('finishes running calls, and returns the other jobs unchanged', async () => {
    await calls.enqueue(...Array.from({ length: 10 }, (_, n) => `h${n}`));
    const queue = calls.open(calls.handler(async () => wait(200, { kind: 'done' } as const)));
    queue.start();
    while (calls.called.length < 4) await wait(10);
    await queue.stop();
    const rows = await calls.rows();
    expect(rows.filter(({ state }) => state === 'done')).toHaveLength(calls.called.length);
    expect(rows.filter(({ state, attempts }) => state === 'queued' && attempts === 0)).toHaveLength(
      10 - calls.called.length,
    );
    expect(rows.every(({ leased_by }) => leased_by === null)).toBe(true);
  });
});
