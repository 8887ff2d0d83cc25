import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { type Database, openDatabase } from '../../src/core/database/database.ts';
import { runOn } from './postgresDatabases.ts';
import { type PostgresServer, startPostgres, startStandby } from './postgresServer.ts';

const settings = ['fsync=off', 'autovacuum=off'];
let primary: PostgresServer;
let replica: PostgresServer;
let database: Database;
const log: string[] = [];

beforeAll(async () => {
  primary = await startPostgres(settings);
  replica = await startStandby(primary, settings);
  database = await open();
  await database.migrate(migrations);
}, 60_000);
afterAll(async () => {
  await database.close();
  await replica.stop();
  await primary.stop();
});
beforeEach(() => {
  log.length = 0;
});

const open = (more: { databaseUrl?: string; replicaUrl?: string } = {}) =>
  openDatabase({
    databaseUrl: primary.url,
    replicaUrl: replica.url,
    dataDir: '',
    log: { error: (message) => log.push(message) },
    ...more,
  });
const isOn = async ({ read }: Database) =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(read)).rows[0]?.is;
const isOnReplica = () => isOn(database);
const count = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from audit_lines`.execute(database.read)).rows[0]?.n;
const write = () =>
  database.transact((tx) =>
    sql`insert into audit_lines (at, actor_name, system_id, action, detail) values (now(), '', 1, 'x', '{}')`.execute(
      tx,
    ),
  );
/** Reads until they are answered by the replica, or by the primary. */
const until = async (expected: boolean) => {
  while ((await database.fromReplica(isOnReplica)) !== expected) await wait(50);
};

describe('reads from a replica', () => {
  it('are read there inside fromReplica alone, and writes within it go to the primary', async () => {
    await until(true);
    expect(await isOnReplica()).toBe(false);
    await database.fromReplica(async () => {
      expect(await isOnReplica()).toBe(true);
      await write();
    });
  });

  it('have what was saved before, a hundred times in a row', async () => {
    await until(true);
    let n = (await count()) ?? 0;
    const places = new Set<unknown>();
    for (let time = 0; time < 100; time++) {
      await write();
      n += 1;
      const seen = database.fromReplica(async () => [await count(), places.add(await isOnReplica())]);
      expect((await seen)[0]).toBe(n);
    }
    expect(places).toContain(true);
  });

  it('apply the row-level security of the grant', async () => {
    await write();
    await until(true);
    expect(await database.within([], () => database.fromReplica(count))).toBe(0);
    expect(await database.within([1], () => database.fromReplica(count))).toBe(await count());
  });

  it('come from the primary while the replica is behind, without a wait for each', async () => {
    await until(true);
    await runOn(replica.url, 'select pg_wal_replay_pause()');
    await write();
    const n = await count();
    expect(await database.fromReplica(count)).toBe(n);
    const began = performance.now();
    for (let time = 0; time < 60; time++) expect(await database.fromReplica(isOnReplica)).toBe(false);
    // Sixty waits for the replica would take longer.
    expect(performance.now() - began).toBeLessThan(60 * 40);
    await runOn(replica.url, 'select pg_wal_replay_resume()');
    await until(true);
    expect(log).toEqual([
      expect.stringContaining(
        'is away or behind, or its address names another database or role: the primary answers searches',
      ),
      expect.stringContaining('Searches and lists are read from'),
    ]);
  });

  it('come from the primary where the replica is asked for another database of the same server', async () => {
    await runOn(primary.url, 'create database other');
    await write();
    const other = new URL(replica.url);
    other.pathname = '/other';
    const mixed = await open({ replicaUrl: other.href });
    for (let time = 0; time < 5; time++) expect(await mixed.fromReplica(() => isOn(mixed))).toBe(false);
    await mixed.close();
  });

  it('come from the primary where the role on the replica bypasses row-level security, and that on the primary does not', async () => {
    await runOn(primary.url, 'create role plain login in role pg_read_all_data');
    const plain = new URL(primary.url);
    plain.username = 'plain';
    const mixed = await open({ databaseUrl: plain.href });
    expect(await mixed.within([], () => mixed.fromReplica(() => isOn(mixed)))).toBe(false);
    await mixed.close();
    const both = new URL(replica.url);
    both.username = 'plain';
    const same = await open({ databaseUrl: plain.href, replicaUrl: both.href });
    while (!(await same.fromReplica(() => isOn(same)))) await wait(50);
    await same.close();
  });

  it('come from the primary when the replica dies during one', async () => {
    await until(true);
    const read = database.fromReplica(async () => {
      if (await isOnReplica()) await replica.end('immediate');
      return count();
    });
    expect(await read).toBe(await count());
    await replica.startAgain();
    await until(true);
    await replica.end('fast');
    await until(false);
  });

  it('come from the primary after a promotion of the replica, whose history is another', async () => {
    await replica.startAgain();
    await until(true);
    await runOn(replica.url, 'select pg_promote()');
    await until(false);
    // It is looked at anew after a rest of a second.
    await wait(1100);
    await runOn(replica.url, 'delete from audit_lines');
    expect(await database.fromReplica(count)).toBe(await count());
  });
});
