import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import type { Schema } from '../schema/schema.ts';
import { nameStatement, prepareQuery } from './prepared.ts';

it('a frequent query is built once, and then takes its values where it has them', async () => {
  const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => void asked.push({ sql, parameters }),
  });
  let built = 0;
  const select = prepareQuery((of: Kysely<Schema>, ids: readonly number[], name: string) => {
    built++;
    return of
      .selectFrom('systems')
      .select('id')
      .where('name', '=', name)
      .where('slug', '=', 'dc')
      .where(sql<boolean>`id = any(${ids}::integer[])`);
  });
  await select(db, [1, 2], 'A');
  await select(db, [], 'value 0');
  expect(built).toBe(1);
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    ['A', 'dc', [1, 2]],
    ['value 0', 'dc', []],
  ]);
  expect(new Set(asked.map(({ sql }) => nameStatement(sql)))).toEqual(
    new Set([expect.stringMatching(/^guichet_/)]),
  );
});
