import { type Kysely, sql } from 'kysely';

/** The few accounts that are deactivated, which home leaves out of those to be invited: it read each account for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_deactivated on users (id) where deactivated_at is not null`.execute(db);
}
