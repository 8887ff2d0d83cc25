import { type Kysely, sql } from 'kysely';

/** Somebody had the quizzes of the course opened to all of its candidates in the hours of the exam; which other hours it had since. How many of its quizzes a reading found shut. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table platform_courses
      add column sets_dates boolean not null default false,
      add column former_hours jsonb not null default '[]'`.execute(db);
  await sql`alter table platform_readings add column shut integer not null default 0`.execute(db);
}
