import { type Kysely, sql } from 'kysely';

/** Why a destination takes no jobs, as a code with its parameters, so that it is told in the reader's language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table destination_outages add column remark jsonb`.execute(db);
}
