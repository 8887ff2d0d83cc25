import { type Kysely, sql } from 'kysely';

/** Whether somebody asked for what a job does, who saw what stands on the platform: it may then set what its staff changed there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['platform_courses', 'platform_enrolments'])
    await sql`alter table ${sql.table(table)} add column is_repair boolean not null default false`.execute(
      db,
    );
}
