import { type Kysely, sql } from 'kysely';

const statements = [
  // Credentials are encrypted and bound to the address. version rises with each change, so that every server opens the
  // platform anew. A removed one has no credentials; its courses of past exams still refer to it.
  sql`create table learning_platforms (
    id integer generated always as identity primary key,
    name text not null,
    kind text not null,
    address text not null,
    encrypted_credentials text not null,
    semester_id integer,
    template_id integer,
    student_role integer not null,
    call_seconds integer not null,
    copy_seconds integer not null,
    version integer not null default 1,
    changed_at timestamptz not null,
    removed_at timestamptz
  )`,
  sql`create unique index learning_platforms_by_name on learning_platforms (lower(name)) where removed_at is null`,

  // Null: the platform of the settings in the environment. A course stays where it was made until it is moved.
  sql`alter table systems add column platform_id integer references learning_platforms (id)`,
  sql`alter table platform_courses add column platform_id integer references learning_platforms (id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
