import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/core/database/database.ts';
import { startChild } from './childProcess.ts';
import { makeTestPlace, type TestPlace } from './testDatabase.ts';

const ROUNDS = 2;

let place: TestPlace;
beforeEach(async () => {
  place = await makeTestPlace();
});
afterEach(() => place.remove());

/**
 * Kills a process that creates the database once this file of it is there. False when the database was whole before that was
 * seen: on a busy machine a few milliseconds pass unnoticed.
 */
async function killWhileCreating({ options }: TestPlace, written: string): Promise<boolean> {
  const maker = startChild('hold', options);
  const isBegun = () => existsSync(join(options.dataDir, 'database.unfinished', written));
  const isWhole = () => existsSync(join(options.dataDir, 'database'));
  await expect.poll(() => isBegun() || isWhole(), { interval: 2, timeout: 100_000 }).toBe(true);
  await maker.kill();
  return !isWhole();
}

describe('the embedded database', () => {
  test('loses no acknowledged commit, and keeps no partial one, when its process is killed', async () => {
    const database = await openDatabase(place.options);
    await database.transact((tx) =>
      sql`create table written (n int, part int, filling text, primary key (n, part))`.execute(tx),
    );
    await database.close();

    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = startChild('write', place.options);
      await writer.printed('wrote');
      await wait(50 + round * 70);
      await writer.kill();
      expect(writer.errors).toEqual([]);
      acknowledged = Number(writer.lines.at(-1)?.split(' ')[1]);
      expect(acknowledged).toBeGreaterThan(0);
      await expectWhole(place, acknowledged);
    }
  }, 300_000);

  test('is created again after a process died while it created it', async () => {
    const { dataDir } = place.options;
    rmSync(join(dataDir, 'database'), { recursive: true });
    for (const written of ['PG_VERSION', 'base/1/PG_VERSION'])
      while (!(await killWhileCreating(place, written)))
        rmSync(join(dataDir, 'database'), { recursive: true });
    const database = await openDatabase(place.options);
    await database.ping();
    await database.close();
  }, 300_000);

  test('opens when a crash has left its pid file empty', async () => {
    writeFileSync(join(place.options.dataDir, 'database', 'postmaster.pid'), '');
    await (await openDatabase(place.options)).close();
  });

  test('refuses a directory with other files, and does not change them', async () => {
    rmSync(join(place.options.dataDir, 'database', 'PG_VERSION'));
    await expect(openDatabase(place.options)).rejects.toThrow(
      /cannot be opened: PG_VERSION is missing\. Nothing was changed\. /,
    );
  });

  test('ends its process with one clear line when its engine has died', async () => {
    const broken = startChild('breakEngine', place.options);
    expect(await broken.ended()).toBe(1);
    const [line, ...trace] = broken.errors;
    expect(line).toMatch(
      /^The embedded database in .* has stopped: could not create file "pg_wal.*No such file or directory$/,
    );
    expect(trace.length).toBeLessThan(30);
  });
});

async function expectWhole({ options }: TestPlace, acknowledged: number): Promise<void> {
  const database = await openDatabase(options);
  const { rows } = await sql<{ pairs: number; last: number; parts: number; halves: number }>`
    select count(*) as pairs, max(n) as last, sum(parts) as parts, count(*) filter (where parts <> 2) as halves
    from (select n, count(*) as parts from written group by n) as pair`.execute(database.read);
  await database.close();
  const last = rows[0]?.last ?? 0;
  expect(rows).toEqual([{ pairs: last, last, parts: 2 * last, halves: 0 }]);
  expect(last).toBeGreaterThanOrEqual(acknowledged);
}
