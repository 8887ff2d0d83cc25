import { type Kysely, sql } from 'kysely';

/**
 * What mail systems answered to a mail besides reports of its delivery: a list of `{kind, at, text}`, in which a
 * complaint (RFC 5965) is told from an answer that could not be read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outgoing_mails add column answers jsonb not null default '[]'`.execute(db);
}
