import { type Kysely, sql } from 'kysely';

/** What has been sent to an address, whoever has or had it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outgoing_mails_by_recipient on outgoing_mails (lower(recipient))`.execute(db);
}
