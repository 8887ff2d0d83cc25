import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/core/database/database.ts';
import { makeTestPlace, type TestPlace } from './testDatabase.ts';

let place: TestPlace;
let database: Database;
beforeAll(async () => {
  place = await makeTestPlace();
  database = await openDatabase(place.options);
  await database.transact((tx) =>
    sql`create table heap (n int primary key, system_id int, text text)`.execute(tx),
  );
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const mb = 1024 * 1024;

function logSize(dataDir: string): number {
  const log = join(dataDir, 'database', 'pg_wal');
  const sizeOf = (name: string) => statSync(join(log, name), { throwIfNoEntry: false })?.size ?? 0;
  return readdirSync(log).reduce((sum, name) => sum + sizeOf(name), 0);
}

/** About 13 MB of write-ahead log. */
const fill = (from: number, rows = 10_000) => sql`
  insert into heap select n, 3, repeat(md5(n::text), 36) from generate_series(${from}::int, ${from + rows - 1}::int) n`;

const lookAt = async () =>
  (await sql<{ rows: number }>`select count(*)::int as rows from heap`.execute(database.read)).rows[0]
    ?.rows ?? 0;

describe('the write-ahead log of the embedded database', () => {
  test('stays below 256 MB however much is written, also in one transaction of a role with few rights', async () => {
    let largest = 0;
    const role = () =>
      sql<{ role: string; scope: string }>`
        select current_user as role, current_setting('guichet.tenant_scope') as scope`;
    const before = { role: 'guichet_walled', scope: '{3}' };
    await database.transact(
      async (tx) => {
        for (let part = 0; part < 15; part++) {
          await fill(part * 10_000).execute(tx);
          largest = Math.max(largest, logSize(place.options.dataDir));
          expect((await role().execute(tx)).rows).toEqual([before]);
        }
      },
      [3],
    );
    for (let part = 15; part < 20; part++) {
      await database.transact((tx) => fill(part * 10_000).execute(tx));
      largest = Math.max(largest, logSize(place.options.dataDir));
    }
    expect(await lookAt()).toBe(200_000);
    expect(largest / mb).toBeLessThan(256);
  });

  test('is truncated when the database is idle, so that neither recovery nor a backup reads much of it', async () => {
    await database.transact((tx) => fill(300_000).execute(tx));
    const left = async () =>
      (
        await sql<{ mb: number }>`
          select ((pg_current_wal_lsn() - redo_lsn) / 1048576)::float8 as mb from pg_control_checkpoint()`.execute(
          database.read,
        )
      ).rows[0]?.mb ?? Number.NaN;
    const deadline = performance.now() + 20_000;
    while ((await left()) > 4 && performance.now() < deadline) await wait(200);
    expect(await left()).toBeLessThan(4);
  });

  test('is recovered by the next process after a kill, which is logged, and is never long', async () => {
    await database.transact((tx) => fill(200_000).execute(tx));
    const dataDir = mkdtempSync(join(tmpdir(), 'guichet-killed-'));
    // Inside a transaction, since the idle database removes files of its log between statements.
    await database.transact(async () =>
      cpSync(join(place.options.dataDir, 'database'), join(dataDir, 'database'), { recursive: true }),
    );
    const said: string[] = [];
    const log = { error: (line: string) => said.push(line), warn: (line: string) => said.push(line) };
    const killed = await openDatabase({ databaseUrl: null, dataDir, log });
    const { rows } = await sql`select 1 from heap where n = 209999`.execute(killed.read);
    await killed.close();
    rmSync(dataDir, { recursive: true });
    expect(rows).toHaveLength(1);
    const [, size] = /was not closed: it reads up to (\d+) MB of its log again/.exec(said.join()) ?? [];
    expect(said).toHaveLength(1);
    // It reads half at most, and 100 in a second.
    expect(Number(size)).toBeLessThan(160);
  });
});

describe('a copy of the files', () => {
  test('is made between statements, none of which waits long, and holds what had been committed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'guichet-copy-'));
    const until = new AbortController();
    let written = 0;
    const writing = (async () => {
      while (!until.signal.aborted) {
        const n = 1_000_000 + written;
        await database.transact((tx) => sql`insert into heap values (${n}, 3, 'x')`.execute(tx));
        await database.transact((tx) =>
          sql`update heap set text = text || 'y' where n = ${n % 200_000}`.execute(tx),
        );
        written += 1;
      }
    })();
    const before = written;
    const pause = await database.copyFiles(dataDir);
    until.abort();
    await writing;
    expect(written).toBeGreaterThan(before + 10);

    const copy = await openDatabase({ databaseUrl: null, dataDir, log: console });
    const { rows } = await sql<{ rows: number; last: number }>`
      select count(*)::int as rows, max(n) - 1000000 + 1 as last from heap where n >= 1000000`.execute(
      copy.read,
    );
    const { rows: old } = await sql<{ rows: number }>`
      select count(*)::int as rows from (select from heap where n < 210000 order by n) h`.execute(copy.read);
    await sql`select count(*) from heap where text like 'z%'`.execute(copy.read);
    await copy.close();
    rmSync(dataDir, { recursive: true });
    expect(old).toEqual([{ rows: 210_000 }]);
    // Consecutive, and none left out.
    expect(rows[0]?.rows).toBe(rows[0]?.last);
    expect(rows[0]?.rows).toBeGreaterThan(before);
    // 100 on an idle machine.
    expect(pause).toBeLessThan(1000);
  });
});

describe('the maintenance of the embedded database', () => {
  test('vacuums and analyzes without being called', async () => {
    await database.transact(async (tx) => {
      await sql`create table worn (n int primary key, text text)`.execute(tx);
      await sql`insert into worn select n, 'x' from generate_series(1, 5000) n`.execute(tx);
    });
    for (let round = 0; round < 5; round++)
      await database.transact((tx) => sql`update worn set n = n + 10000`.execute(tx));
    const look = async () =>
      (
        await sql<{ dead: number; known: number }>`
          select s.n_dead_tup::int as dead, c.reltuples::int as known
          from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.relname = 'worn'`.execute(
          database.read,
        )
      ).rows[0];
    const deadline = performance.now() + 40_000;
    let seen = await look();
    while ((seen?.dead !== 0 || seen.known !== 5000) && performance.now() < deadline) {
      await wait(500);
      seen = await look();
    }
    expect(seen).toEqual({ dead: 0, known: 5000 });
    // New rows reuse the space of dead ones.
    const size = async () =>
      (await sql<{ size: number }>`select pg_relation_size('worn')::int as size`.execute(database.read))
        .rows[0];
    const before = await size();
    await database.transact((tx) => sql`update worn set n = n + 10000`.execute(tx));
    expect(await size()).toEqual(before);
  });
});
