import { type Kysely, sql } from 'kysely';

/** Sender, reply address, telephone and office of the university, used wherever a system has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table university
    add column email_from text, add column email_from_name text, add column email_from_name_en text,
    add column reply_to text, add column phone text, add column office_fr text, add column office_en text`.execute(
    db,
  );
}
