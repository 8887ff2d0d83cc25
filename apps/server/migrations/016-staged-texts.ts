import { type Kysely, sql } from 'kysely';

/** Texts of a list that have no column of their own in the stage: a column of the import needs no migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table staged_candidates add column more jsonb`.execute(db);
}
