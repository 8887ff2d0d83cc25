import { type Kysely, sql } from 'kysely';

/** The university's name as a super admin wrote it; without the one row, that of the settings holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table university (
    id integer primary key check (id = 1),
    name_fr text not null,
    name_en text not null,
    version integer not null,
    changed_at timestamptz not null
  )`.execute(db);
}
