import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { dropEverything } from '../../src/core/database/backup/clear.ts';
import type { Database } from '../../src/core/database/database.ts';
import { DatabaseRefusal } from '../../src/core/database/operator.ts';
import { openTestDatabase } from './testDatabase.ts';

let database: Database;
afterEach(() => database.close());

class PowerCut extends Error {}

/** The program's migrations, of whose statements that run the one with this number fails. */
function cutAt(statement: number): Record<string, Migration> {
  let count = 0;
  const counting = (db: Kysely<unknown>) =>
    db.withPlugin({
      transformQuery: ({ node }) => {
        count += 1;
        if (count === statement) throw new PowerCut();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
  const cut = (migration: Migration): Migration => ({ up: (db) => migration.up(counting(db)) });
  return Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, cut(migration)]));
}

/** Applies the migrations up to this one, of which the statement with this number fails; false if it came to that. */
async function migratesTo(name: string, statement: number): Promise<boolean> {
  const upTo = Object.entries(cutAt(statement)).filter(([other]) => other <= name);
  try {
    await database.migrate(Object.fromEntries(upTo));
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(PowerCut);
    return false;
  }
}

/** The whole schema, as PostgreSQL describes it, without the tables of the migrator. */
async function describeTables(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, generation_expression) as line
    from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'
    union all select indexdef from pg_indexes where schemaname = current_schema() and tablename not like 'kysely%'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = current_schema()::regnamespace and conrelid::regclass::text not like 'kysely%'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by line`.execute(database.read);
  return rows.map(({ line }) => line);
}

const clear = () => database.transact((tx) => dropEverything(tx as never));

/** Stores these names as those of the migrations that a former version applied. */
const storeApplied = (names: readonly string[]) =>
  database.transact(async (tx) => {
    await sql`delete from kysely_migration`.execute(tx);
    await sql`insert into kysely_migration (name, timestamp) select unnest(${names}::text[]), ${new Date().toISOString()}`.execute(
      tx,
    );
  });

const listApplied = async () =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.read)).rows;

test('an upgrade that fails at any step leaves nothing, and the next start completes it', async () => {
  database = await openTestDatabase();
  const whole = await describeTables();
  await clear();
  const nothing = await describeTables();
  let statements = 0;
  // One migration after the other: to begin with the first for each statement would take minutes.
  for (const name of Object.keys(migrations)) {
    const before = await describeTables();
    for (let cut = 1; !(await migratesTo(name, cut)); cut += 1) {
      expect(await describeTables(), `after statement ${cut} of ${name}`).toEqual(before);
      statements += 1;
    }
  }
  expect(await describeTables()).toEqual(whole);

  await clear();
  await expect(database.migrate(cutAt(statements))).rejects.toBeInstanceOf(PowerCut);
  expect(await describeTables(), 'after the last statement of all migrations at once').toEqual(nothing);
  await database.migrate(migrations);
  expect(await describeTables()).toEqual(whole);
}, 240_000);

test('a database of the version before the baseline is taken as it is, also by two starts at once', async () => {
  database = await openTestDatabase();
  const whole = await describeTables();
  const baseline = { '001-baseline': migrations['001-baseline'] as Migration };
  await clear();
  await database.migrate(baseline);
  await database.transact((tx) =>
    sql`insert into systems (id, slug, name, course_prefix, student_role, landing, created_at)
        values (77, 'older', 'Ancien', 'OLD', 'older', 'bare', now())`.execute(tx),
  );
  await storeApplied(['001-foundation', '060-platform-accounts', '098-dates-alone']);
  expect(await database.listMissing(baseline)).toEqual([]);
  await Promise.all([database.migrate(migrations), database.migrate(migrations)]);
  expect(await listApplied()).toEqual(Object.keys(migrations).map((name) => ({ name })));
  expect(await describeTables()).toEqual(whole);
  const { rows } = await sql`select slug, name from systems`.execute(database.read);
  expect(rows).toEqual([{ slug: 'older', name: 'Ancien' }]);
});

test('an earlier state is refused in one line that tells the way, and stays as it was', async () => {
  database = await openTestDatabase();
  await storeApplied(['001-foundation', '060-platform-accounts']);
  const refusal = database.migrate(migrations);
  await expect(refusal).rejects.toBeInstanceOf(DatabaseRefusal);
  await expect(refusal).rejects.toThrow(
    'The database is too old for this program (it ends with migration 060-platform-accounts): bring it to the last ' +
      'version before (which ends with 098-dates-alone), make a backup there, and restore that backup with this one',
  );
  expect(await listApplied()).toEqual([{ name: '001-foundation' }, { name: '060-platform-accounts' }]);
});
