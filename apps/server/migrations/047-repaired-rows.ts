import { type Kysely, sql } from 'kysely';

const statements = [
  // Of the course, since a reading is deleted when its exam is long over, and the count must not fall.
  sql`alter table platform_courses add column repaired integer not null default 0`,
  sql`update platform_courses c set repaired = r.repaired from platform_readings r
    where r.system_id = c.system_id and r.course_id = c.course_id and r.repaired > 0`,
  sql`alter table platform_readings drop column repaired`,
  // Home counts them at each visit: few of all courses.
  sql`create index platform_courses_repaired on platform_courses (system_id, course_id) where repaired > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
