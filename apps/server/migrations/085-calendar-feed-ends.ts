import { type Kysely, sql } from 'kysely';

/** When somebody else last took an account in hand: addresses of its calendar from before that moment are void. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column feeds_ended_at timestamptz`.execute(db);
  await sql`update users set feeds_ended_at = greatest(deactivated_at, locked_at, must_choose_password_since)
    where id in (select user_id from calendar_feeds)`.execute(db);
}
