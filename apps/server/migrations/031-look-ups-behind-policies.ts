import { type Kysely, sql } from 'kysely';

/** The reverse of apps/server/src/core/audit: which lines name a person among several, or an exam, in their detail. */
const lineSubjects = [
  { table: 'audit_line_people', column: 'user_id' },
  { table: 'audit_line_exams', column: 'exam_id' },
];

/**
 * Behind row-level security PostgreSQL takes an index on an expression only where the function is marked leakproof, which
 * `->>`, `@>` and `lower` are not: three indexes were never used, and each look-up read the whole table. The keys stand in columns
 * of their own here, without a system, kept by triggers also for the version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, column } of lineSubjects)
    await sql`
      create table ${sql.table(table)} (
        ${sql.ref(column)} bigint not null,
        -- No foreign keys: lines are only ever added, and outlive whom and what they name.
        line_id bigint not null,
        primary key (${sql.ref(column)}, line_id)
      )`.execute(db);
  await sql`
    create function note_line_subjects() returns trigger language plpgsql as $$
      begin
        insert into audit_line_people (user_id, line_id)
        select distinct person.id::bigint, line.id
        from added line cross join lateral jsonb_array_elements_text(
          case jsonb_typeof(line.detail -> 'userIds') when 'array' then line.detail -> 'userIds' else '[]' end) person (id)
        where person.id ~ '^[0-9]{1,18}$';
        insert into audit_line_exams (exam_id, line_id)
        select (line.detail ->> 'examId')::bigint, line.id from added line where line.detail ->> 'examId' ~ '^[0-9]{1,18}$';
        return null;
      end $$`.execute(db);
  await sql`
    create trigger audit_lines_added after insert on audit_lines referencing new table as added
    for each statement execute function note_line_subjects()`.execute(db);
  await sql`drop index audit_lines_by_people`.execute(db);
  await sql`drop index audit_lines_by_exam`.execute(db);

  // Null in mails of the version before, of which only the last hour's would be asked for.
  await sql`alter table outgoing_mails add column recipient_key text`.execute(db);
  await sql`
    create function note_recipient_key() returns trigger language plpgsql as $$
      begin
        new.recipient_key := lower(new.recipient);
        return new;
      end $$`.execute(db);
  await sql`
    create trigger outgoing_mails_addressed before insert or update of recipient on outgoing_mails
    for each row execute function note_recipient_key()`.execute(db);
  await sql`
    create index outgoing_mails_by_recipient_key on outgoing_mails (recipient_key) where recipient_key is not null`.execute(
    db,
  );
  await sql`drop index outgoing_mails_by_recipient`.execute(db);
}
