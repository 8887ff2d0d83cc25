import { type Kysely, sql } from 'kysely';

/** The page that opens an application of OpenID Connect, which people find at the portal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table openid_clients add column home_uri text`.execute(db);
}
