import { type Kysely, sql } from 'kysely';

/** How many lines of its list an import left aside on request; null in older ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imports add column set_aside integer`.execute(db);
}
