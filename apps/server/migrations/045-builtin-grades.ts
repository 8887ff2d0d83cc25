import { type Kysely, sql } from 'kysely';

/** Grades that an administrator gives on the built-in platform. They outlive an enrolment: who is put back has hers. */
const statements = [
  sql`create table builtin_grades (
    course_id bigint not null references builtin_courses (id),
    user_id bigint not null references builtin_users (id),
    points numeric(5, 2) not null check (points between 0 and 100),
    given_at timestamptz not null,
    given_by text not null,
    primary key (course_id, user_id)
  )`,
  sql`create index builtin_grades_by_user on builtin_grades (user_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
