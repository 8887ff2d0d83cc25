import { sql } from 'kysely';
import type { ReadDb } from '../../src/core/database/database.ts';

/** The number of rows of each table, and of audit lines of each action. */
export type Counts = ReadonlyMap<string, number>;

/** Tables that change without an action; audit lines are counted by action, and whom they name goes with them. */
const bookkeeping = [
  'rate_limits',
  'import_progress',
  'kysely_migration',
  'kysely_migration_lock',
  'audit_lines',
  'audit_line_people',
  'audit_line_exams',
];

export async function countRows(db: ReadDb): Promise<Counts> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const counts = tables
    .filter(({ name }) => !bookkeeping.includes(name))
    .map(({ name }) => sql`select ${name}::text as name, count(*)::integer as n from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; n: number }>`
    ${sql.join(counts, sql` union all `)}
    union all select 'audit: ' || action, count(*)::integer from audit_lines
    -- A failed sign-in is recorded after its reply, maybe during the call that follows.
    where action not in ('session.passwordRefused', 'session.factorRefused', 'session.triesBlocked')
    group by action`.execute(db);
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** The differences between two counts. */
export function effectOf(before: Counts, after: Counts): Record<string, number> {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changes = names.map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}
