import { type Kysely, sql } from 'kysely';

/** How many people who were in the exam a list corrected and took out; null for older imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imports add column corrected integer, add column taken_out integer`.execute(db);
}
