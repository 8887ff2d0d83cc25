import { type Kysely, sql } from 'kysely';

/** The one text that every page shows, with the time during which it does; empty texts: none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table broadcast (
      id integer primary key check (id = 1),
      text_fr text not null,
      text_en text not null,
      starts_at timestamptz,
      ends_at timestamptz,
      version integer not null,
      changed_at timestamptz not null
    )`.execute(db);
}
