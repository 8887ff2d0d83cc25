import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../src/platform/database/database.ts';

/** Tables that change without an action, such as rate limits. */
const bookkeeping = ['rate_limits', 'import_progress'];
const seenAt = sql`array['last_used_at', 'last_visit_at']`;

/** A hash of the rows of each table, by its name; with `systemId`, of the rows of that system. */
export async function takeSnapshot(db: ReadDb, systemId?: number): Promise<Record<string, string>> {
  const tables = await tablesOf(db);
  const rowsOf = systemId === undefined ? sql`true` : sql`to_jsonb(t) ->> 'system_id' = ${String(systemId)}`;
  const prints = tables.map(
    (name): RawBuilder<{ name: string; print: string }> =>
      sql`select ${name}::text as name,
        coalesce(md5(string_agg((to_jsonb(t) - ${seenAt})::text, '|' order by to_jsonb(t)::text)), '') as print
        from ${sql.table(name)} t where ${rowsOf}`,
  );
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(prints, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

async function tablesOf(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !bookkeeping.includes(name));
}
