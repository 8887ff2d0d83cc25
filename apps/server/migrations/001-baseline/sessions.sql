create table account_tokens (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('resetPassword', 'confirmEmail')),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- For confirmEmail: the address that replaces the present one on confirmation, and is held until then; asked_by: the
  -- person who asked for it, if not the user.
  new_email text,
  asked_by bigint
);
create index account_tokens_by_user on account_tokens (user_id);
create index account_tokens_by_end on account_tokens (expires_at);

-- An impersonation is a session of the impersonated user with the name of the super admin behind it; it ends with the
-- session in which it was begun.
create table sessions (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  started_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  impersonator_id bigint references users (id) on delete cascade,
  impersonator_session_id uuid references sessions (id) on delete cascade,
  impersonation_reason text,
  -- From where the session was opened, so that its owner recognises it.
  device text check (char_length(device) <= 60),
  address text check (char_length(address) <= 60),
  check ((impersonator_id is null) = (impersonation_reason is null)),
  check ((impersonator_id is null) = (impersonator_session_id is null))
);
create index sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_by_impersonator on sessions (impersonator_session_id) where impersonator_session_id is not null;
-- Expired rows are swept in small batches, each found by its end; so with the other indexes named so.
create index sessions_by_end on sessions (coalesce(ended_at, expires_at));
-- Without it, every deletion of an account reads the whole table.
create index sessions_by_impersonating_user on sessions (impersonator_id) where impersonator_id is not null;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  issued_at timestamptz not null,
  spent_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

-- Opens one door once, for seconds: a hand-off to another site, or a window that can carry no header.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null,
  session_id uuid not null,
  audience text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Both constraints are named after the first name of the table.
  constraint passes_purpose_check check (purpose in ('handOff', 'sendEmailTest')),
  constraint passes_session_id_fkey foreign key (session_id) references sessions (id) on delete cascade
);
create index one_time_tokens_by_session on one_time_tokens (session_id);
create index one_time_tokens_by_end on one_time_tokens (expires_at);

-- The key of the encrypted secret is not in the database. Besides the confirmed one a person has at most one that
-- waits for its first code.
create table totp_secrets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  encrypted_secret text not null,
  started_at timestamptz not null,
  -- Null until the first code is entered.
  confirmed_at timestamptz,
  -- Time step of the last accepted code; only codes of later steps are accepted.
  last_step bigint,
  -- Set up while the password was one that somebody else had set: a mailed link ends it. So with codes and passkeys.
  of_given_password boolean not null default false,
  check ((confirmed_at is null) = (last_step is null))
);
create unique index totp_secrets_in_use on totp_secrets (user_id) where confirmed_at is not null;
create unique index totp_secrets_waiting on totp_secrets (user_id) where confirmed_at is null;
create index totp_secrets_waiting_since on totp_secrets (started_at) where confirmed_at is null;

-- The first part of a code finds its row; the rest is hashed as passwords are.
create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  selector text collate "C" not null,
  code_hash text not null,
  made_at timestamptz not null,
  used_at timestamptz,
  of_given_password boolean not null default false,
  primary key (user_id, selector)
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id text collate "C" not null unique,
  public_key bytea not null,
  counter bigint not null,
  -- WebAuthn transports, separated by commas.
  transports text not null,
  name text not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  of_given_password boolean not null default false
);
create index passkeys_by_user on passkeys (user_id);

-- A question to a browser that waits for its answer, once, for minutes.
create table factor_challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('secondFactor', 'passkeySignIn', 'newPasskey', 'proof')),
  -- Null while the user is not known yet.
  user_id bigint references users (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  wrong_answers integer not null default 0,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((user_id is null) = (purpose = 'passkeySignIn')),
  check ((session_id is null) = (purpose in ('passkeySignIn', 'secondFactor')))
);
create index factor_challenges_by_user on factor_challenges (user_id);
create index factor_challenges_by_session on factor_challenges (session_id);
create index factor_challenges_by_end on factor_challenges (expires_at);
