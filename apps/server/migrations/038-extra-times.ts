import { type Kysely, sql } from 'kysely';

const amount = sql`minutes integer check (minutes between 1 and 600),
    factor double precision check (factor between 1.01 and 5),
    check (num_nonnulls(minutes, factor) = 1)`;

const statements = [
  // A right in a system that no role brings along.
  sql`create table user_rights (
    user_id bigint not null references users (id) on delete cascade,
    system_id integer not null references systems (id),
    name text not null check (name in ('extraTime')),
    granted_at timestamptz not null,
    primary key (user_id, system_id, name)
  )`,
  sql`create index user_rights_by_system on user_rights (system_id, name, user_id)`,

  // Goes with the enrolment, whatever ends it.
  sql`create table extra_times (
    system_id integer not null,
    cohort_id bigint not null,
    user_id bigint not null,
    ${amount},
    primary key (cohort_id, user_id),
    foreign key (cohort_id, user_id) references enrolments (cohort_id, user_id) on delete cascade
  )`,

  // For the undo of a removal; goes with the removal and with the person.
  sql`create table removed_extra_times (
    id uuid not null,
    system_id integer not null,
    user_id bigint not null references users (id) on delete cascade,
    ${amount},
    primary key (system_id, id, user_id),
    foreign key (system_id, id, user_id) references removals (system_id, id, user_id) on delete cascade
  )`,

  // The job that brings it onto the platform or takes it away there, by what stands in extra_times when it runs.
  sql`create table platform_extra_times (
    system_id integer not null,
    course_id text not null,
    platform_user_id text not null,
    state text not null check (state in ('pending', 'done', 'waiting', 'failed')),
    version integer not null default 1,
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    leased_by text,
    leased_until timestamptz,
    last_error text,
    quizzes integer,
    in_place integer,
    read_at timestamptz,
    primary key (system_id, course_id, platform_user_id),
    foreign key (system_id, course_id) references platform_courses (system_id, course_id) on delete cascade
  )`,
  sql`create index platform_extra_times_due on platform_extra_times (next_try_at, system_id, course_id, platform_user_id)
    where state in ('pending', 'waiting')`,

  // Of a list while it is imported.
  sql`alter table staged_candidates add column extra_minutes integer, add column extra_factor double precision`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
