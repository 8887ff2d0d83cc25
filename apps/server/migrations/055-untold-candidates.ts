import { type Kysely, sql } from 'kysely';

/** Home asks of each exam to come whether somebody was not told of a change; few rows of a hundred thousand say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index enrolments_untold on enrolments (cohort_id, user_id) where known_facts is not null`.execute(
    db,
  );
}
