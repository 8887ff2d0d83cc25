import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberTransactions, resolveCommitOutcome } from '../../src/core/database/postgres/outcome.ts';
import { type PostgresServer, startPostgres, startStandby } from './postgresServer.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres(['max_connections=20']);
  await once('create table kept (n int)');
  await once('create role plain login');
  await once('grant insert on kept to plain');
}, 120_000);
afterAll(() => server.stop());

async function open(url = server.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function once(statement: string, url = server.url): Promise<pg.QueryResult> {
  const client = await open(url);
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const resolveOutcome = (client: pg.Client, url = server.url, isEnded = false) =>
  resolveCommitOutcome({ connectionString: url }, client, { isEnded });

/** Begins a transaction; returns its id. */
async function begin(client: pg.Client): Promise<bigint> {
  numberTransactions(client);
  await client.query('begin');
  const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  return BigInt(rows[0]?.xid ?? 0);
}

/** Commits until an id has been given again. */
async function useIdsUpTo(lost: bigint, url = server.url): Promise<void> {
  for (let last = 0n; last < lost; ) {
    const insert = 'insert into kept values (1) returning pg_current_xact_id()::text as xid';
    const { rows } = await once(insert, url);
    last = BigInt(rows[0].xid);
  }
  const { rows } = await once(`select pg_xact_status('${lost}') as status`, url);
  expect(rows).toEqual([{ status: 'committed' }]);
}

test('a commit whose transaction id was lost in a crash is not confused with a later one of the same id', async () => {
  const client = await open();
  const lost = await begin(client);
  await server.end('immediate');
  await server.startAgain();
  await useIdsUpTo(lost);
  expect(await resolveOutcome(client)).toBe(false);
}, 120_000);

test('after a standby was promoted, nothing is said of a commit: its id may be that of another one', async () => {
  const standby = await startStandby(server, ['max_connections=20', 'hot_standby=on']);
  try {
    const [kept, lost] = [await open(), await open()];
    await begin(kept);
    await kept.query('insert into kept values (3)');
    await kept.query('commit');
    const { rows } = await once('select pg_current_wal_lsn() as lsn');
    const replayed = `select pg_last_wal_replay_lsn() >= '${rows[0].lsn}'::pg_lsn as is_there`;
    await expect.poll(async () => (await once(replayed, standby.url)).rows[0].is_there).toBe(true);
    // It knows the commit, and cannot know whether it stands.
    await expect(resolveOutcome(kept, standby.url, true)).rejects.toThrow('outcomeUnknown');
    const lostId = await begin(lost);
    await server.end('immediate');
    await once('select pg_promote()', standby.url);
    await useIdsUpTo(lostId, standby.url);
    await expect(resolveOutcome(lost, standby.url)).rejects.toThrow('outcomeUnknown');
    await expect(resolveOutcome(kept, standby.url)).rejects.toThrow('outcomeUnknown');
  } finally {
    await standby.stop();
    await server.startAgain();
  }
}, 120_000);

test('a standby that is asked to begin a transaction leaves no connection that refuses all that follows', async () => {
  const standby = await startStandby(server, ['max_connections=20', 'hot_standby=on']);
  const pool = new pg.Pool({ connectionString: standby.url, max: 1 });
  try {
    pool.on('error', () => {});
    pool.on('connect', numberTransactions);
    const client = await pool.connect();
    client.on('error', () => {});
    await expect(client.query('begin')).rejects.toThrow('during recovery');
    client.release();
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  } finally {
    await pool.end();
    await standby.stop();
  }
}, 120_000);

test.each(['postgres', 'plain'])(
  'a durable one is found, after a crash too, queried as %s',
  async (role) => {
    const url = server.url.replace('postgres@', `${role}@`);
    const client = await open(url);
    numberTransactions(client);
    await client.query('begin');
    await client.query('insert into kept values (2)');
    await client.query('commit');
    expect(await resolveOutcome(client, url)).toBe(true);
    await server.end('immediate');
    await server.startAgain();
    expect(await resolveOutcome(client, url)).toBe(true);
  },
  60_000,
);
