import { type Kysely, sql } from 'kysely';

/** Columns of lists that are kept with enrolments, and when somebody corrected them by hand, which an undo respects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table enrolments add column list_values jsonb, add column list_values_corrected_at timestamptz`.execute(
    db,
  );
  await sql`alter table staged_candidates add column list_values jsonb`.execute(db);
}
