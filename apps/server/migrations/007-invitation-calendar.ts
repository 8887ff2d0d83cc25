import { type Kysely, sql } from 'kysely';

/** Whether the invitations of a system carry the exam as a file for calendars. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table systems add column invitation_calendar boolean not null default true`.execute(db);
}
