import { type RawBuilder, sql } from 'kysely';
import type { Database, ReadDb } from '../../src/core/database/database.ts';

/** Tables that change without an action, such as rate limits. */
const bookkeeping = ['rate_limits', 'import_progress'];
const seenAt = sql`array['last_used_at', 'last_visit_at']`;

type Snapshot = Record<string, string>;

/** A hash of the rows of each table, by its name; with `systemId`, of the rows of that system. */
export async function takeSnapshot(db: ReadDb, systemId?: number): Promise<Snapshot> {
  return hashTables(db, await listTables(db), systemId);
}

/**
 * `takeSnapshot` for hundreds of them: hashes only the tables written to since the last one. Triggers log every
 * statement that writes, in its own transaction, so that the log shows a write exactly when the table does.
 */
export async function watchTables({
  read,
  transact,
}: Database): Promise<(systemId?: number) => Promise<Snapshot>> {
  const tables = await listTables(read);
  await transact(async (tx) => {
    await sql`create schema watched`.execute(tx);
    await sql`create table watched.writes (table_name text)`.execute(tx);
    // As its owner, since the roles of row-level security have no right to the log.
    await sql`create function watched.log() returns trigger language plpgsql security definer as
      'begin insert into watched.writes values (tg_table_name); return null; end'`.execute(tx);
    for (const name of tables)
      await sql`create trigger watched after insert or update or delete or truncate on ${sql.table(name)}
        for each statement execute function watched.log()`.execute(tx);
  });
  const known = new Map<number | undefined, { writes: Map<string, number>; snapshot: Snapshot }>();
  return async (systemId) => {
    const before = known.get(systemId);
    // Counted before hashing: what is written in between is hashed again next time.
    const { rows } = await sql<{ name: string; count: number }>`
      select table_name as name, count(*)::int as count from watched.writes group by 1`.execute(read);
    const writes = new Map(rows.map(({ name, count }) => [name, count]));
    const changed = tables.filter((name) => !before || writes.get(name) !== before.writes.get(name));
    const snapshot = { ...before?.snapshot, ...(await hashTables(read, changed, systemId)) };
    known.set(systemId, { writes, snapshot });
    return snapshot;
  };
}

async function hashTables(db: ReadDb, tables: readonly string[], systemId?: number): Promise<Snapshot> {
  if (tables.length === 0) return {};
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

async function listTables(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !bookkeeping.includes(name));
}
