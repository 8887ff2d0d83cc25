import { type Kysely, sql } from 'kysely';

const statements = [
  // Every state that a text was ever saved in; the newest is the one that stands. `saved_by` is null where the program
  // itself wrote it, and names no row: a version outlives the account of whoever saved it.
  sql`create table message_versions (
    id bigint generated always as identity primary key,
    system_id integer not null references systems (id),
    language text not null check (language in ('fr', 'en')),
    subject text not null,
    body text not null,
    attachment_id bigint,
    saved_at timestamptz not null,
    saved_by bigint,
    saved_by_name text not null,
    foreign key (system_id, attachment_id) references attachments (system_id, id)
  )`,
  sql`create index message_versions_by_message on message_versions (system_id, language, id)`,
  sql`create index message_versions_by_attachment on message_versions (attachment_id) where attachment_id is not null`,

  // `content` is null in the version that says that the label was removed.
  sql`create table content_versions (
    id bigint generated always as identity primary key,
    system_id integer not null references systems (id),
    label text not null,
    language text not null check (language in ('fr', 'en')),
    content text,
    saved_at timestamptz not null,
    saved_by bigint,
    saved_by_name text not null
  )`,
  sql`create index content_versions_by_text on content_versions (system_id, label, language, id)`,

  sql`insert into message_versions
      (system_id, language, subject, body, attachment_id, saved_at, saved_by, saved_by_name)
    select system_id, language, subject, body, attachment_id, updated_at, null, ''
    from messages order by updated_at, system_id, language`,
  sql`insert into content_versions (system_id, label, language, content, saved_at, saved_by, saved_by_name)
    select system_id, label, language, content, updated_at, null, ''
    from content_items order by updated_at, system_id, label, language`,

  // The number that a form bears from when it is opened: sent again, it makes no second exam space.
  sql`alter table cohorts add column request_id uuid`,
  sql`create unique index cohorts_by_request on cohorts (system_id, request_id) where request_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
