import { type Kysely, sql } from 'kysely';

/** Marks mails that were only written to files, for want of a mail server, instead of sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outgoing_mails drop constraint outgoing_mails_delivery_check,
      add constraint outgoing_mails_delivery_check check (delivery in ('delayed', 'delivered', 'failed', 'filed'))`.execute(
    db,
  );
  await sql`create index outgoing_mails_filed on outgoing_mails (system_id) where delivery = 'filed'`.execute(
    db,
  );
}
