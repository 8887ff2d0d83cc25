import { type Kysely, sql } from 'kysely';

/** A reminder with a text of its own is a letter: its texts, its people, and its attachment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reminders add column letter jsonb, add column attachment_id bigint,
      add foreign key (system_id, attachment_id) references attachments (system_id, id)`.execute(db);
  await sql`drop index reminders_planned`.execute(db);
  await sql`
    create unique index reminders_planned on reminders (exam_id, days_before, hour)
    where state in ('queued', 'sending', 'waiting') and sent_at is null and letter is null`.execute(db);
  await sql`
    create index reminders_by_attachment on reminders (attachment_id) where attachment_id is not null`.execute(
    db,
  );
}
