import { type Kysely, sql } from 'kysely';

/** The texts of an exam that stayed while the same text in the other language changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exams add column texts_behind jsonb not null default '[]'`.execute(db);
}
