import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PendingCalls } from '../../src/core/database/connection/pendingCalls.ts';
import { type Database, openDatabase } from '../../src/core/database/database.ts';
import { watchServer } from '../../src/core/database/postgres/watch.ts';
import { Line } from './line.ts';
import { makeTestPlace, type TestPlace } from './testDatabase.ts';

let place: TestPlace;
let line: Line;
let database: Database;
const said: string[] = [];

beforeAll(async () => {
  place = await makeTestPlace();
  line = await Line.open(place.options.databaseUrl ?? '');
  const log = {
    error: (message: string) => said.push(message),
    warn: (message: string) => said.push(`warning: ${message}`),
  };
  database = await openDatabase({ ...place.options, databaseUrl: line.url, log });
  await database.transact((tx) => sql`create table kept (n int)`.execute(tx));
});
afterEach(() => {
  line.speak();
  said.splice(0);
});
afterAll(async () => {
  await database.close();
  await line.cut();
  await place.remove();
});

const insert = (n: number) => database.transact((tx) => sql`insert into kept values (${n})`.execute(tx));
const isKept = async (n: number) =>
  (await sql`select 1 from kept where n = ${n}`.execute(database.read)).rows.length === 1;
const away = { name: 'DatabaseUnavailable', kind: 'away' };

async function secondsUntilAnswered(): Promise<number> {
  const started = performance.now();
  while (
    !(await database.ping().then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
  return (performance.now() - started) / 1000;
}

describe('a server that freezes', () => {
  test('fails waiting queries within seconds, then all at once, and is used again as soon as it answers', async () => {
    const silent = Promise.withResolvers<void>();
    const held = database.transact(async (tx) => {
      await sql`insert into kept values (1)`.execute(tx);
      line.silence();
      silent.resolve();
      await sql`insert into kept values (2)`.execute(tx);
    });
    await silent.promise;
    const started = performance.now();
    const [inside, ...reads] = await Promise.allSettled([
      held,
      ...Array.from({ length: 30 }, () => isKept(1)),
    ]);
    expect((performance.now() - started) / 1000).toBeLessThan(6);
    expect(inside).toMatchObject({ status: 'rejected', reason: away });
    for (const read of reads) expect(read).toMatchObject({ status: 'rejected', reason: away });

    const later = performance.now();
    await expect(database.ping()).rejects.toMatchObject(away);
    expect(performance.now() - later).toBeLessThan(500);

    line.speak();
    expect(await secondsUntilAnswered()).toBeLessThan(2);
    expect(await isKept(1)).toBe(false);
    expect(said.filter((text) => /does not answer any more$|answers again$/.test(text))).toHaveLength(2);
  }, 30_000);

  test('is reported once when it goes and once when it is back, however many connections were idle', async () => {
    await Promise.all(Array.from({ length: 10 }, () => isKept(1)));
    line.silence();
    await expect(isKept(1)).rejects.toMatchObject(away);
    line.speak();
    await secondsUntilAnswered();
    await isKept(1);
    expect(said).toEqual([
      expect.stringMatching(/does not answer any more$/),
      expect.stringMatching(/^warning: .* answers again$/),
    ]);
  }, 20_000);

  test('is distinguished from one that is slow', async () => {
    await database.transact((tx) => sql`select pg_sleep(3.5)`.execute(tx));
    expect(said).toEqual([]);
  }, 20_000);
});

describe('a server that is down', () => {
  test('is detected at once, and used again as soon as it is back', async () => {
    await line.cut();
    await expect(database.ping()).rejects.toMatchObject(away);
    await expect(insert(3)).rejects.toMatchObject(away);
    await line.mend();
    expect(await secondsUntilAnswered()).toBeLessThan(2);
    await insert(3);
    expect(await isKept(3)).toBe(true);
  });

  test('is told once when it goes and once when it is back, with idle connections and while calls go on', async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    said.splice(0);
    await Promise.all(Array.from({ length: 10 }, () => isKept(1)));
    await line.cut();
    for (let n = 0; n < 40; n++) {
      await isKept(1).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await line.mend();
    await secondsUntilAnswered();
    await isKept(1);
    await expect
      .poll(() => said)
      .toEqual([
        expect.stringMatching(/does not answer any more$/),
        expect.stringMatching(/^warning: .* answers again$/),
      ]);
  }, 20_000);

  test('is found away by whoever asks, also while another asks and just after it answered', async () => {
    const log = { error: () => {}, warn: () => {} };
    const options = { calls: new PendingCalls(), drop: () => {}, place: 'the server', log };
    const watch = watchServer({ connectionString: line.url }, options);
    expect(await watch.suspect()).toBe(false);
    await line.cut();
    expect(await Promise.all([watch.suspect(), watch.suspect()])).toEqual([true, true]);
    watch.stop();
    await line.mend();
    await secondsUntilAnswered();
  });
});

describe('a commit without an answer', () => {
  test('is a success when the server, queried again, has it', async () => {
    line.commitFault = 'lostAfter';
    await insert(10);
    expect(await isKept(10)).toBe(true);
  });

  test('is a failure when the server, queried again, does not have it', async () => {
    line.commitFault = 'lostBefore';
    await expect(insert(11)).rejects.toMatchObject(away);
    expect(await isKept(11)).toBe(false);
  });

  test('is uncertain when the server cannot be queried', async () => {
    line.commitFault = 'lostAfter';
    line.onLost = () => void line.cut();
    await expect(insert(12)).rejects.toMatchObject({ ...away, kind: 'outcomeUnknown' });
    await line.mend();
    expect(await isKept(12)).toBe(true);
  }, 20_000);
});

test('what runs when the program ends is rolled back, and reported', async () => {
  const own = await openDatabase({ ...place.options, databaseUrl: line.url });
  const work = own.transact(async (tx) => {
    await sql`insert into kept values (20)`.execute(tx);
    setTimeout(() => own.cut(), 50);
    await sql`select pg_sleep(30)`.execute(tx);
  });
  await expect(work).rejects.toMatchObject(away);
  await expect(own.ping()).rejects.toMatchObject(away);
  await own.close();
  expect(await isKept(20)).toBe(false);
});
