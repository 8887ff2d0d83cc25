import { type Kysely, sql } from 'kysely';

/** Home asks of each exam to come whether a candidate has never signed in; where all have, every enrolment was read for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index enrolments_not_signed_in on enrolments (cohort_id) where signed_in is not true`.execute(
    db,
  );
}
