import { type Kysely, sql } from 'kysely';

const statements = [
  // The least share of the points that passes, as it was set when grades were last read.
  sql`alter table cohorts add column pass_percent integer check (pass_percent between 1 and 100),
    add column grades_read_at timestamptz`,

  // What the platform last said of each candidate's course, and what it had said before that, until when.
  sql`create table course_grades (
    system_id integer not null,
    cohort_id bigint not null,
    user_id bigint not null,
    points double precision,
    out_of double precision,
    points_before double precision,
    out_of_before double precision,
    changed_at timestamptz,
    primary key (cohort_id, user_id),
    foreign key (cohort_id, user_id) references enrolments (cohort_id, user_id) on delete cascade
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
