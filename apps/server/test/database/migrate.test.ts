import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import type { Database } from '../../src/core/database/database.ts';
import { openTestDatabase } from './testDatabase.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** One more migration, after those of the program. */
function further(statement: string): Record<string, Migration> {
  return {
    ...migrations,
    '999-further': { up: async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)) },
  };
}

async function tableExists(name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(
    database.read,
  );
  return rows[0]?.exists;
}

describe('migrating', () => {
  test('changes nothing when it is repeated', async () => {
    const applied = async () => {
      await database.migrate(migrations);
      return (await sql`select * from kysely_migration order by name`.execute(database.read)).rows;
    };
    const first = await applied();
    expect(first).toHaveLength(Object.keys(migrations).length);
    expect(await applied()).toEqual(first);
  });

  test('leaves nothing of a migration that fails, and reports why it failed', async () => {
    const failing = further('create table half (n int); select 1 / 0');
    await expect(database.migrate(failing)).rejects.toThrow('division by zero');
    expect(await tableExists('half')).toBe(false);
  });

  test('may take longer than a statement of a request', async () => {
    await database.migrate(
      further("create table patience as select current_setting('statement_timeout') as value"),
    );
    const { rows } =
      await sql`select value, current_setting('statement_timeout') as after from patience`.execute(
        database.read,
      );
    expect(rows).toEqual([{ value: '0', after: '2min' }]);
  });
});
