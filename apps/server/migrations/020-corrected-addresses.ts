import { type Kysely, sql } from 'kysely';

/**
 * A link that was mailed to a new address holds that address until it is opened. Links from before the last change of an
 * address went to somebody else's.
 */
const statements = [
  sql`alter table account_tokens add column new_email text`,
  sql`alter table users add column email_changed_at timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
