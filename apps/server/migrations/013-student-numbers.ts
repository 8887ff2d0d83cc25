import { type Kysely, sql } from 'kysely';

/**
 * Lets a search find the student number, which hangs on the last word of the text that is searched
 * (platform/nameKeys.ts). The trigram index is made anew: it is faster than a million changes to it. Indexes in memory
 * hear of everybody in one row, as of an import.
 */
const statements = [
  sql`drop index users_by_search_text`,
  sql`alter table users disable trigger users_renamed`,
  sql`update users set search_text = search_text || '#' || replace(lower(student_number), ' ', '')
    where student_number is not null`,
  sql`alter table users enable trigger users_renamed`,
  sql`create index users_by_search_text on users using gin (search_text gin_trgm_ops)`,
  sql`insert into user_changes (first_id, last_id)
    select min(id), max(id) from users where student_number is not null having count(*) > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
