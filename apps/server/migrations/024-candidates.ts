import { type Kysely, sql } from 'kysely';

const statements = [
  // The token of the address is computed from `feed_id`; a copy of the database opens no calendar.
  sql`create table calendar_feeds (
    user_id bigint primary key references users (id) on delete cascade,
    feed_id uuid not null unique,
    made_at timestamptz not null
  )`,

  // A correction that a person asks for stands with the administrators of one of her systems until it is answered.
  sql`create table correction_requests (
    id bigint generated always as identity primary key,
    system_id integer not null references systems (id),
    user_id bigint not null references users (id) on delete cascade,
    field text not null,
    request text not null,
    asked_at timestamptz not null,
    outcome text check (outcome in ('answered', 'declined')),
    note text not null default '',
    answered_at timestamptz,
    answered_by_name text,
    check ((outcome is null) = (answered_at is null))
  )`,
  sql`create index correction_requests_open on correction_requests (system_id, asked_at) where outcome is null`,
  sql`create index correction_requests_by_user on correction_requests (user_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
