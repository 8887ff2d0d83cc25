import { type Kysely, sql } from 'kysely';

/** The built-in learning platform is a house of its own: it references none of the portal's tables. */
const statements = [
  sql`create table builtin_courses (
    id bigint generated always as identity primary key,
    organisation integer not null,
    code text not null,
    title text not null,
    exam_date date not null,
    created_at timestamptz not null,
    unique (organisation, code)
  )`,
  sql`create table builtin_users (
    id bigint generated always as identity primary key,
    organisation integer not null,
    key text not null,
    full_name text not null,
    sort_name text collate "C" not null,
    email text not null,
    unique (organisation, key)
  )`,
  sql`create table builtin_enrolments (
    course_id bigint not null references builtin_courses (id),
    user_id bigint not null references builtin_users (id),
    enrolled_at timestamptz not null,
    primary key (course_id, user_id)
  )`,
  sql`create index builtin_enrolments_by_user on builtin_enrolments (user_id)`,
  sql`create table builtin_entries (
    id uuid primary key,
    organisation integer not null,
    user_key text not null,
    full_name text not null,
    language text not null,
    is_staff boolean not null,
    course_code text,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  sql`create table builtin_sessions (
    token_hash bytea primary key,
    organisation integer not null,
    user_key text not null,
    full_name text not null,
    is_staff boolean not null,
    expires_at timestamptz not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
