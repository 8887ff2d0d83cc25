import { type Kysely, sql } from 'kysely';

/** The domains, separated by commas, within which administrators of a system may choose its sender's address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table university add column sender_domains text not null default ''`.execute(db);
}
