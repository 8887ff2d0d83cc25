import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { runOn } from '../../../../test/database/postgresDatabases.ts';
import { makeTestPlace } from '../../../../test/database/testDatabase.ts';
import { refuseWrites } from './marks.ts';

it('a database takes no writes from whoever was connected, and ends nobody who comes back, or a move would wait for them for ever', async () => {
  const place = await makeTestPlace();
  const url = place.options.databaseUrl ?? '';
  const pool = new pg.Pool({ connectionString: url, application_name: 'guichet move' });
  const from = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  const before = new pg.Client({ connectionString: url });
  before.on('error', () => {});
  await before.connect();
  let isOver = false;
  let ended = 0;
  const comeBack = async () => {
    while (!isOver) {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client
        .connect()
        .then(() => client.query('select pg_sleep(5)'))
        .catch(() => void ended++);
      await client.end().catch(() => {});
    }
  };
  const others = Array.from({ length: 4 }, comeBack);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await refuseWrites(from);
  // Each once: those who came back read only, and are waited for by nobody.
  expect(ended).toBeLessThanOrEqual(others.length);
  await expect(before.query('create table written ()')).rejects.toThrow();
  await expect(runOn(url, 'create table written ()')).rejects.toThrow('read-only transaction');
  isOver = true;
  await from.destroy();
  await place.remove();
  await Promise.all(others);
});
