import { type Kysely, sql } from 'kysely';

const statements = [
  // yyyy-mm-dd, which sorts as days do; '' where an exam ends on its day.
  `alter table exams add column end_date text collate "C" not null default ''
   check (end_date = '' or end_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')`,
  `alter table platform_courses add column end_date text collate "C" not null default ''`,
  'alter table exams drop constraint exams_hours_check',
  `alter table exams add constraint exams_hours_check
   check (end_time = '' or (start_time <> '' and (end_date <> '' or start_time < end_time)))`,
];

/** Exams that end after midnight or on a later day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
