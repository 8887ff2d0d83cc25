import { sql } from 'kysely';
import type { Database, ReadDb } from '../../src/core/database/database.ts';

export interface ProtectedTable {
  readonly name: string;
  readonly hasRowSecurity: boolean;
  readonly policies: string[];
}

/** Drops row-level security, so that the conditions of the queries are tested alone. */
export async function dropPolicies({ read, transact }: Database): Promise<void> {
  const tables = await listProtectedTables(read);
  await transact(async (tx) => {
    for (const { name } of tables)
      await sql`alter table ${sql.table(name)} disable row level security`.execute(tx);
  });
}

/** Every table that has a `system_id`, and its policies, from the system catalogue. */
export async function listProtectedTables(db: ReadDb): Promise<ProtectedTable[]> {
  const { rows } = await sql<ProtectedTable>`
    select c.relname::text as name, c.relrowsecurity as "hasRowSecurity",
           array(select polname::text from pg_policy where polrelid = c.oid order by 1) as policies
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'system_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by 1`.execute(db);
  return rows;
}
