import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database/database.ts';
import { openTestDatabase, testedKind } from './testDatabase.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.transact((tx) =>
    sql`create table counters (id int primary key, value int not null)`.execute(tx),
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.transact((tx) => sql`delete from counters`.execute(tx));
});

async function listCounters(): Promise<unknown[]> {
  return (await sql`select id, value from counters order by id`.execute(database.read)).rows;
}

describe('a database', () => {
  test('is of the kind that the test run requests', async () => {
    expect(database.kind).toBe(testedKind);
    await database.ping();
  });

  test('keeps what a transaction wrote, and returns what it returned', async () => {
    const answer = await database.transact(async (tx) => {
      await sql`insert into counters values (1, 10)`.execute(tx);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await listCounters()).toEqual([{ id: 1, value: 10 }]);
  });

  test('keeps nothing of a transaction whose work throws', async () => {
    const work = database.transact(async (tx) => {
      await sql`insert into counters values (1, 10)`.execute(tx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await listCounters()).toEqual([]);
  });

  test('continues after a statement that fails', async () => {
    const work = database.transact((tx) => sql`insert into counters values (1, null)`.execute(tx));
    await expect(work).rejects.toMatchObject({ code: '23502', column: 'value' });
    await database.ping();
  });

  test('runs transactions that start at once without losing an update', async () => {
    await database.transact((tx) => sql`insert into counters values (1, 0)`.execute(tx));
    const increments = Array.from({ length: 20 }, () =>
      database.transact(async (tx) => {
        const { rows } = await sql<{ value: number }>`select value from counters for update`.execute(tx);
        await sql`update counters set value = ${(rows[0]?.value ?? 0) + 1}`.execute(tx);
      }),
    );
    await Promise.all(increments);
    expect(await listCounters()).toEqual([{ id: 1, value: 20 }]);
  });
});

describe('inside a transaction', () => {
  const rootUse = /root database handle was used inside a running transaction/;

  test('reading by the root handle throws at once, and the transaction is rolled back', async () => {
    const work = database.transact(async (tx) => {
      await sql`insert into counters values (1, 10)`.execute(tx);
      await listCounters();
    });
    await expect(work).rejects.toThrow(rootUse);
    expect(await listCounters()).toEqual([]);
  });

  test('a second transaction throws at once', async () => {
    const work = database.transact(() => database.transact(async () => 'never'));
    await expect(work).rejects.toThrow(rootUse);
  });

  test('ping throws at once', async () => {
    await expect(database.transact(() => database.ping())).rejects.toThrow(rootUse);
  });

  test('another database may be used', async () => {
    const other = await openTestDatabase();
    await database.transact(() => other.ping());
    await other.close();
  });
});

describe('after a transaction', () => {
  test('the root handle works again, also in work that the transaction left running', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    await database.transact(async () => {
      setTimeout(() => resolve(listCounters()), 20);
    });
    expect(await promise).toEqual([]);
  });

  test('a query on its tx is refused', async () => {
    const tx = await database.transact(async (tx) => tx);
    await expect(sql`insert into counters values (1, 10)`.execute(tx)).rejects.toThrow(/transaction is over/);
    expect(await listCounters()).toEqual([]);
  });
});
