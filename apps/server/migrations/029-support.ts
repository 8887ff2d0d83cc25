import { type Kysely, sql } from 'kysely';

/** What the history of a person could not be told from. */
const statements = [
  // When the link of a mail that sets a password was first opened.
  sql`alter table outgoing_mails add column link_opened_at timestamptz`,
  // When the learning platform confirmed the enrolment; null for those that it confirmed before.
  sql`alter table platform_enrolments add column done_at timestamptz`,
  sql`create index audit_lines_by_subject on audit_lines (subject, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
