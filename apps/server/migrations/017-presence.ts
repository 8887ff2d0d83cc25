import { type Kysely, sql } from 'kysely';

/** Who came to an exam, ticked on a screen: the tick, its moment and who made it. A tick taken back keeps its moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table enrolments
    add column presence text check (presence in ('present', 'absent')),
    add column presence_at timestamptz,
    add column presence_by bigint`.execute(db);
}
