import { type Kysely, sql } from 'kysely';

const statements = [
  // The picture at the head of a system's mails. A replaced one stays for as long as a mailing refers to it.
  sql`create table mail_logos (
    id bigint generated always as identity primary key,
    system_id integer not null references systems (id),
    content_type text not null check (content_type in ('image/png', 'image/jpeg')),
    width integer not null,
    height integer not null,
    bytes bytea not null,
    uploaded_at timestamptz not null
  )`,
  sql`create index mail_logos_by_system on mail_logos (system_id)`,

  // What the mails of a system have besides their sender; null: the university's own settings.
  sql`alter table systems
    add column email_from_name_en text,
    add column reply_to text,
    add column phone text,
    add column office_fr text,
    add column office_en text,
    add column logo_id bigint references mail_logos (id)`,
  sql`alter table mailings
    add column reply_to text,
    add column logo_id bigint references mail_logos (id)`,
  sql`create index mailings_by_logo on mailings (logo_id) where logo_id is not null`,

  // What inboxes show beside the subject; '' for the first words of the body.
  sql`alter table messages add column preheader text not null default ''`,
  sql`alter table message_versions add column preheader text not null default ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
