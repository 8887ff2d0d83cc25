import { type Kysely, sql } from 'kysely';

/**
 * Places that were taken away from many at once, so that they can be given back for a day. No foreign keys: a row may
 * outlive its person, whose id is never used again.
 */
const statements = [
  sql`create table removals (
    id uuid not null,
    system_id integer not null,
    cohort_id bigint not null,
    user_id bigint not null,
    -- The exam to which she was moved; null for none.
    moved_to bigint,
    -- The row of enrolments as it was.
    enrolment jsonb not null,
    -- The state of each unsent mail about the exam, by its id.
    mails jsonb not null,
    removed_at timestamptz not null,
    primary key (system_id, id, user_id)
  )`,
  sql`create index removals_by_time on removals (removed_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
