import { type Kysely, sql } from 'kysely';

const statements = [
  // The full name as it is shown, folded as search_text is, whose last word is the e-mail address.
  sql`alter table users
    add column full_name_key text collate "C" not null
      generated always as (regexp_replace(search_text, ' [^ ]*$', '')) stored,
    add column profession text,
    add column profession_key text collate "C",
    add check ((profession is null) = (profession_key is null)),
    add column wants_newsletter boolean not null default false,
    add column email_confirmed_at timestamptz`,
  sql`create index users_by_full_name on users (full_name_key, id)`,
  sql`create index users_by_profession on users (profession_key) where profession_key is not null`,

  sql`alter table enrolments add column attested_at timestamptz`,

  // An impersonation is a session of the impersonated user that bears the name of the super admin behind it, and
  // lives no longer than the session in which it was begun.
  sql`alter table sessions
    add column impersonator_id bigint references users (id) on delete cascade,
    add column impersonator_session_id uuid references sessions (id) on delete cascade,
    add column impersonation_reason text,
    add check ((impersonator_id is null) = (impersonation_reason is null)),
    add check ((impersonator_id is null) = (impersonator_session_id is null))`,
  sql`create index sessions_by_impersonator on sessions (impersonator_session_id)
    where impersonator_session_id is not null`,

  // What opens one door once, for seconds: a hand-off to another site, a window that can carry no header.
  sql`create table passes (
    token_hash bytea primary key,
    purpose text not null check (purpose in ('handOff', 'sendEmailTest')),
    session_id uuid not null references sessions (id) on delete cascade,
    audience text,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  sql`create index passes_by_session on passes (session_id)`,
  sql`create index passes_by_end on passes (expires_at)`,

  // What is over is swept away in small batches, each found by its end.
  sql`create index sessions_by_end on sessions (coalesce(ended_at, expires_at))`,
  sql`create index account_tokens_by_end on account_tokens (expires_at)`,
  sql`create index throttles_by_since on throttles (since)`,

  sql`alter table account_tokens drop constraint account_tokens_purpose_check`,
  sql`alter table account_tokens add check (purpose in ('resetPassword', 'confirmEmail'))`,

  sql`create table banners (
    system_id integer primary key references systems (id),
    version text not null,
    content_type text not null,
    width integer not null,
    height integer not null,
    alt_fr text not null,
    alt_en text not null,
    bytes bytea not null,
    uploaded_at timestamptz not null
  )`,

  // Like the actor's, the name as it was then.
  sql`alter table audit_lines add column impersonated_name text`,
  sql`create index audit_lines_by_actor on audit_lines (actor_id, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
