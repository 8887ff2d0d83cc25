import { type Kysely, sql } from 'kysely';

/**
 * When a person's extra time was given, changed or taken away, without its amount (docs/decisions/030-extra-time.md). Goes
 * with the enrolment, as extra time does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table extra_time_changes (
      id bigint generated always as identity primary key,
      system_id integer not null,
      exam_id bigint not null,
      user_id bigint not null,
      change text not null check (change in ('given', 'changed', 'removed')),
      changed_at timestamptz not null,
      -- Null for an operator; no foreign key, as in audit_lines.
      changed_by bigint,
      changed_by_name text not null,
      foreign key (exam_id, user_id) references enrolments (exam_id, user_id) on delete cascade
    )`.execute(db);
  await sql`create index extra_time_changes_by_place on extra_time_changes (user_id, exam_id)`.execute(db);
}
