import { type Kysely, sql } from 'kysely';

/** A course stays in the semester it was made in, also when its system gets another one for later courses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table platform_courses add column semester_id integer`.execute(db);
}
