import { type Kysely, sql } from 'kysely';

/** What a list corrected of somebody who was in its exam, so that the undo of the import takes that back too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_people add column corrected jsonb`.execute(db);
}
