import { type Kysely, sql } from 'kysely';

/** The last sign-in by a provider that failed, and the groups that the last one told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_providers add column last_refusal jsonb, add column last_groups jsonb`.execute(db);
}
