import { type Kysely, sql } from 'kysely';

/** The last request of an application that was refused, and the last sign-out that it could not be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table openid_clients add column last_refusal jsonb, add column sign_out_failure jsonb`.execute(db);
}
