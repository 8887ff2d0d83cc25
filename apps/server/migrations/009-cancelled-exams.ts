import { type Kysely, sql } from 'kysely';

const statements = [
  // Since when the exam of a course is cancelled: what the platform shall show, and what the built-in one shows.
  sql`alter table platform_courses add column cancelled_at timestamptz`,
  sql`alter table builtin_courses add column cancelled_at timestamptz`,

  // Cohorts that were deactivated before have courses that still look open.
  sql`update platform_courses p
    set cancelled_at = c.deactivated_at, state = 'pending', attempts = 0, next_try_at = now(), last_error = null
    from cohorts c
    where c.system_id = p.system_id and c.course_id = p.course_id and c.deactivated_at is not null`,
  sql`update outgoing_mails m
    set state = 'cancelled', leased_by = null, leased_until = null
    from cohorts c
    where c.id = m.cohort_id and c.deactivated_at is not null and m.state in ('queued', 'sending', 'waiting')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
