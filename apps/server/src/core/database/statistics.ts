import { sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from './database.ts';

type Table = keyof Schema;

/** A sample of 7,500 rows instead of 30,000: a quarter of the time, which blocks the embedded database. */
export const smallSample = 25;

/** Runs ANALYZE after bulk inserts, as the embedded database never does and PostgreSQL only later. */
export async function refreshStatistics(
  tx: WriteTx,
  tables: readonly Table[],
  sample: 'usual' | 'small' = 'usual',
): Promise<void> {
  if (sample === 'small')
    await sql`set local default_statistics_target to ${sql.lit(smallSample)}`.execute(tx);
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx);
}

/** The tables that `added` rows enlarge by a tenth or more, by the planner's estimate. */
export async function listOutgrown(db: ReadDb, tables: readonly Table[], added: number): Promise<Table[]> {
  const { rows } = await sql<{ name: Table }>`
    select name from unnest(${[...tables]}::text[]) as name
    where (select reltuples from pg_class where oid = name::regclass) < ${added * 10}::bigint`.execute(db);
  return rows.map(({ name }) => name);
}
