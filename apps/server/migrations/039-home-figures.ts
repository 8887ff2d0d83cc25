import { type Kysely, sql } from 'kysely';

const statements = [
  // Home counts, at each visit, the exams of which the platform refused the course or which differ there: few of all courses.
  sql`create index platform_courses_failed on platform_courses (system_id, course_id) where state = 'failed'`,
  sql`create index platform_readings_drifted on platform_readings (system_id, course_id)
    where course + missing + changed + strangers > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
