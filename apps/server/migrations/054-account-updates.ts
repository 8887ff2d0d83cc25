import { type Kysely, sql } from 'kysely';

/** Of an enrolment that stands on the platform: only name and address of the account are to be set there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table platform_enrolments add column only_account boolean not null default false`.execute(
    db,
  );
}
