import { type Kysely, sql } from 'kysely';

/**
 * Brings courses and enrolments to the columns of every table of jobs (src/core/queue/jobTable.ts): who holds the lease, and
 * which version of a job it is. Their jobs are found in the order in which they are due, whatever course they are for.
 * Of each destination is kept why no job gets through; before, of the mail server alone.
 */
const statements = [
  sql`alter table platform_courses add column leased_by text, add column version integer not null default 1`,
  sql`alter table platform_enrolments add column leased_by text`,
  sql`drop index platform_courses_due`,
  sql`create index platform_courses_due on platform_courses (next_try_at, system_id, course_id)
    where state in ('pending', 'waiting')`,
  sql`drop index platform_enrolments_due`,
  sql`create index platform_enrolments_due on platform_enrolments (next_try_at, system_id, course_id, platform_user_id)
    where state in ('pending', 'waiting')`,
  sql`drop table mail_troubles`,
  sql`create table destination_outages (
    destination text primary key,
    since timestamptz not null,
    seen_at timestamptz not null,
    reason text not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
