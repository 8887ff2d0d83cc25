import { type Kysely, sql } from 'kysely';

const statements = [
  // What the recipient's mail server reported (RFC 3464) after it had taken a mail. The reason is a stored failure, as in
  // last_error.
  sql`alter table outgoing_mails
    add column delivery text check (delivery in ('delayed', 'delivered', 'failed')),
    add column delivery_reported_at timestamptz,
    add column delivery_reason text`,

  // Home counts mails that failed, and those that came back, among all that there ever were.
  sql`drop index outgoing_mails_failed`,
  sql`create index outgoing_mails_failed on outgoing_mails (system_id) where state = 'failed' or delivery = 'failed'`,

  // The readings of the mailbox of the return path: one job, due again after each reading.
  sql`create table return_path_readings (
    id integer primary key check (id = 1),
    state text not null check (state in ('queued', 'reading', 'waiting', 'failed')),
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    leased_until timestamptz,
    leased_by text,
    last_error text
  )`,
  sql`create index return_path_readings_due on return_path_readings (next_try_at, id)
    where state in ('queued', 'reading', 'waiting')`,

  // How many messages of that mailbox were what; for the metrics.
  sql`create table return_path_counts (
    outcome text primary key,
    messages bigint not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
