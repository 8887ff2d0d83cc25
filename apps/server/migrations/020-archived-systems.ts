import { type Kysely, sql } from 'kysely';

/** Since when a system is put aside; null while it is used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table systems add column archived_at timestamptz`.execute(db);
}
