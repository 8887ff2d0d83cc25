import { type Kysely, sql } from 'kysely';

/** An index for words of names without their apostrophes and hyphens, such as « oconnor » for O’Connor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_by_joined_name on users
      using gin ((chr(31) || translate(full_name_key, ' ''-@', chr(31))) gin_trgm_ops)
      where full_name_key ~ '[''@-]'`.execute(db);
}
