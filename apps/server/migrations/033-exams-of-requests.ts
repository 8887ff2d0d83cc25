import { type Kysely, sql } from 'kysely';

/** The exam that a request is about, and the one where its person should be; null where none was chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table correction_requests add column exam_id bigint, add column wanted_exam_id bigint`.execute(
    db,
  );
}
