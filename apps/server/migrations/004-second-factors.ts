import { type Kysely, sql } from 'kysely';

const statements = [
  // The secret is sealed with a key that is not in the database. Besides the one that counts a person has at most one
  // that waits for its first code.
  sql`create table totp_secrets (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
    sealed_secret text not null,
    started_at timestamptz not null,
    confirmed_at timestamptz,
    last_step bigint,
    check ((confirmed_at is null) = (last_step is null))
  )`,
  sql`create unique index totp_secrets_in_use on totp_secrets (user_id) where confirmed_at is not null`,
  sql`create unique index totp_secrets_waiting on totp_secrets (user_id) where confirmed_at is null`,
  sql`create index totp_secrets_waiting_since on totp_secrets (started_at) where confirmed_at is null`,

  // The first part of a code finds its row; the rest is hashed as passwords are.
  sql`create table recovery_codes (
    user_id bigint not null references users (id) on delete cascade,
    selector text collate "C" not null,
    code_hash text not null,
    made_at timestamptz not null,
    used_at timestamptz,
    primary key (user_id, selector)
  )`,

  sql`create table passkeys (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
    credential_id text collate "C" not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    added_at timestamptz not null,
    last_used_at timestamptz
  )`,
  sql`create index passkeys_by_user on passkeys (user_id)`,

  // What was asked of a browser and waits for its answer, once, for minutes.
  sql`create table factor_challenges (
    token_hash bytea primary key,
    purpose text not null check (purpose in ('secondFactor', 'passkeySignIn', 'newPasskey', 'proof')),
    user_id bigint references users (id) on delete cascade,
    session_id uuid references sessions (id) on delete cascade,
    wrong_answers integer not null default 0,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    check ((user_id is null) = (purpose = 'passkeySignIn')),
    check ((session_id is null) = (purpose in ('passkeySignIn', 'secondFactor')))
  )`,
  sql`create index factor_challenges_by_user on factor_challenges (user_id)`,
  sql`create index factor_challenges_by_session on factor_challenges (session_id)`,
  sql`create index factor_challenges_by_end on factor_challenges (expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
