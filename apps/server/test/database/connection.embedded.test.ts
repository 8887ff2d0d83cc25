import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedSocket } from '../../src/core/database/embedded/socket.ts';
import { startThread } from '../../src/core/database/embedded/thread.ts';
import { makeTestPlace, type TestPlace } from './testDatabase.ts';

let place: TestPlace;
let thread: ReturnType<typeof startThread>;
beforeAll(async () => {
  place = await makeTestPlace();
  thread = startThread(
    join(place.options.dataDir, 'database'),
    (death) => expect.unreachable(death.message),
    (trouble) => expect.unreachable(trouble),
  );
  await thread.open();
});
afterAll(async () => {
  await thread.close();
  await place.remove();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    stream: () => new EmbeddedSocket(thread),
  });
  await client.connect();
  return client;
}

describe('a connection to the embedded database', () => {
  test('inherits no state from one that was closed in the middle of a transaction', async () => {
    const first = await connect();
    await first.query("set time zone 'America/Montreal'");
    await first.query('begin');
    await first.query('create table half (n int)');
    await first.end();

    const second = await connect();
    const { rows } = await second.query(
      "select to_regclass('half') as half, current_setting('timezone') as zone",
    );
    expect(rows).toEqual([{ half: null, zone: 'UTC' }]);
    await second.end();
  });

  test('accepts several queries at once, each with its own answer', async () => {
    const client = await connect();
    const answers = await Promise.all([1, 2, 3].map((n) => client.query('select $1::int as n', [n])));
    expect(answers.map(({ rows }) => rows[0].n)).toEqual([1, 2, 3]);
    await client.end();
  });

  test('transfers an answer of many megabytes', async () => {
    const client = await connect();
    const { rows } = await client.query("select repeat('é', 2000000) as text from generate_series(1, 8)");
    expect(rows.map(({ text }) => text.length)).toEqual(Array(8).fill(2_000_000));
    await client.end();
  });

  test('transfers a query of many megabytes', async () => {
    const client = await connect();
    const { rows } = await client.query('select length($1::bytea) as length', [Buffer.alloc(20_000_000, 7)]);
    expect(rows).toEqual([{ length: 20_000_000 }]);
    await client.end();
  });
});
