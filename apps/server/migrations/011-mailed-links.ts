import { type Kysely, sql } from 'kysely';

/**
 * Since when a password that has stood in a mail waits for its owner to replace it, and since when an account opens with
 * a mailed link only, because a role of staff came to an address that nobody had confirmed.
 */
const statements = [
  sql`alter table users add column password_mailed_at timestamptz`,
  sql`alter table users add column link_due_since timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
