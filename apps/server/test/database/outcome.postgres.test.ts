import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberTransactions, resolveCommitOutcome } from '../../src/core/database/postgres/outcome.ts';
import { type PostgresServer, startPostgres } from './postgresServer.ts';

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

async function once(statement: string): Promise<pg.QueryResult> {
  const client = await open();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const resolveOutcome = (client: pg.Client, url = server.url) =>
  resolveCommitOutcome({ connectionString: url }, client, { isEnded: false });

test('a commit whose transaction id was lost in a crash is not confused with a later one of the same id', async () => {
  const client = await open();
  numberTransactions(client);
  await client.query('begin');
  const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  const lost = BigInt(rows[0]?.xid ?? 0);
  await server.end('immediate');
  await server.startAgain();
  let last = 0n;
  while (last < lost) {
    const { rows } = await once('insert into kept values (1) returning pg_current_xact_id()::text as xid');
    last = BigInt(rows[0].xid);
  }
  const { rows: found } = await once(`select pg_xact_status('${lost}') as status`);
  expect(found).toEqual([{ status: 'committed' }]);
  expect(await resolveOutcome(client)).toBe(false);
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
