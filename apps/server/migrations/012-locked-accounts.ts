import { type Kysely, sql } from 'kysely';

const statements = [
  // An account that was locked in an emergency, until a super admin decides. Who it was is told even when gone.
  sql`alter table users add column locked_at timestamptz, add column locked_by bigint, add column locked_by_name text`,
  sql`create index users_locked on users (locked_at) where locked_at is not null`,

  // The session from which somebody came to the built-in platform: a visit ends with it. Null: from before.
  sql`alter table builtin_entries add column opened_by uuid`,
  sql`alter table builtin_sessions add column opened_by uuid`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
