import { type Kysely, sql } from 'kysely';

/** OAuth 2 tokens of learning platforms whose refresh tokens are replaced at each use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statement = sql`create table platform_tokens (
    chain text primary key,
    refresh_token text not null,
    access_token text,
    expires_at timestamptz,
    version integer not null default 1,
    renewing_until timestamptz,
    refused_at timestamptz,
    used_at timestamptz not null,
    check ((access_token is null) = (expires_at is null))
  )`;
  await statement.execute(db);
}
