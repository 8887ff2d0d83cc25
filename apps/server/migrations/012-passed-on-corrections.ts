import { type Kysely, sql } from 'kysely';

/** A request that support wrote for a person, and one that went on to who may change the whole account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table correction_requests
    add column asked_by_name text, add column passed_on_at timestamptz, add column passed_on_by_name text`.execute(
    db,
  );
}
