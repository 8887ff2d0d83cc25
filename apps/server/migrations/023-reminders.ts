import { type Kysely, sql } from 'kysely';

const statements = [
  // A second message of each system, the reminder. What was there is the invitation.
  sql`alter table messages add column kind text not null default 'invitation'
    check (kind in ('invitation', 'reminder'))`,
  sql`alter table messages drop constraint messages_pkey, add primary key (system_id, kind, language)`,
  sql`alter table message_versions add column kind text not null default 'invitation'
    check (kind in ('invitation', 'reminder'))`,
  sql`drop index message_versions_by_message`,
  sql`create index message_versions_by_message on message_versions (system_id, kind, language, id)`,

  // Reminders by hand have no days and hour. The moment of a planned one follows from the exam's date in the university's
  // zone. sent_at is set in the transaction that queues the mails: a reminder with it never sends again.
  sql`create table reminders (
    id bigint generated always as identity primary key,
    system_id integer not null,
    cohort_id bigint not null,
    days_before integer,
    hour integer,
    request_id uuid,
    made_by bigint,
    made_by_name text not null,
    made_at timestamptz not null,
    state text not null check (state in ('queued', 'sending', 'waiting', 'sent', 'failed', 'stopped')),
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    leased_until timestamptz,
    leased_by text,
    last_error text,
    sent_at timestamptz,
    mails integer,
    unsent_because text check (unsent_because in ('examOver', 'examCancelled', 'messageEmpty')),
    check ((days_before is null) = (hour is null)),
    foreign key (system_id, cohort_id) references cohorts (system_id, id)
  )`,
  sql`create index reminders_due on reminders (next_try_at, id) where state in ('queued', 'sending', 'waiting')`,
  sql`create index reminders_by_cohort on reminders (cohort_id, id)`,
  sql`create unique index reminders_planned on reminders (cohort_id, days_before, hour)
    where state in ('queued', 'sending', 'waiting') and sent_at is null`,
  sql`create unique index reminders_by_request on reminders (system_id, request_id) where request_id is not null`,

  // The moment for which somebody planned a mail; any other mail is due when it is queued.
  sql`alter table outgoing_mails add column planned_for timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
