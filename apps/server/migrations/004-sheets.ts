import { type Kysely, sql } from 'kysely';

/** The sheets that an import has read as one list, also for the next workbook of the same layout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imports add column sheets jsonb`.execute(db);
  await sql`alter table list_layouts add column sheets jsonb`.execute(db);
}
