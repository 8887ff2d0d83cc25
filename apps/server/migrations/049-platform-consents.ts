import { type Kysely, sql } from 'kysely';

/** A super admin's connections to a learning platform by OAuth 2, from the button in its form until it is saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table platform_consents (
      id uuid primary key,
      user_id bigint not null references users (id) on delete cascade,
      kind text not null,
      address text not null,
      state_hash bytea unique,
      encrypted_credentials text not null,
      connected_at timestamptz,
      expires_at timestamptz not null
    )`,
    sql`create index platform_consents_by_user on platform_consents (user_id)`,
    sql`create index platform_consents_by_end on platform_consents (expires_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
