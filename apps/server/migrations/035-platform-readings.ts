import { type Kysely, sql } from 'kysely';

/** What was read of an exam on the learning platform, and how it differs from what should stand there. */
const statements = [
  sql`create table platform_readings (
    system_id integer not null,
    course_id text not null,
    state text not null check (state in ('pending', 'done', 'waiting', 'failed')),
    version integer not null default 1,
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    leased_by text,
    leased_until timestamptz,
    last_error text,
    read_at timestamptz,
    findings jsonb,
    course integer not null default 0,
    missing integer not null default 0,
    strangers integer not null default 0,
    changed integer not null default 0,
    repaired integer not null default 0,
    removals jsonb not null default '[]',
    primary key (system_id, course_id),
    foreign key (system_id, course_id) references platform_courses (system_id, course_id) on delete cascade
  )`,
  sql`create index platform_readings_due on platform_readings (next_try_at, system_id, course_id)
    where state in ('pending', 'waiting')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
