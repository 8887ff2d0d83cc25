import { type Kysely, sql } from 'kysely';

/** The portal as the OpenID provider of applications, and what tells them of a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What applications know a person by: of no other use, and never given to another account.
  await sql`alter table users add column subject uuid not null default gen_random_uuid()`.execute(db);
  await sql`create unique index users_by_subject on users (subject)`.execute(db);
  // The second factor with which a session was opened.
  await sql`alter table sessions add column factor text check (factor in ('totp', 'passkey', 'recoveryCode'))`.execute(
    db,
  );
  await sql`
    create table openid_clients (
      id uuid primary key,
      name text not null,
      -- Null: everybody may sign in, and no roles are told.
      roles_of integer references systems (id),
      -- Null: a program without a secret, such as one on a telephone.
      secret_hash bytea,
      secret_in text check (secret_in in ('header', 'body')),
      scopes jsonb not null,
      redirect_uris jsonb not null,
      sign_out_uris jsonb not null,
      logout_uri text,
      requires_pkce boolean not null,
      version integer not null default 1,
      changed_at timestamptz not null,
      check ((secret_hash is null) = (secret_in is null))
    )`.execute(db);
  await sql`create unique index openid_clients_by_name on openid_clients (lower(name))`.execute(db);
  await sql`
    create table openid_records (
      kind text not null,
      id text not null,
      payload jsonb not null,
      grant_id text,
      uid text,
      expires_at timestamptz not null,
      consumed_at timestamptz,
      primary key (id, kind)
    )`.execute(db);
  await sql`create index openid_records_by_grant on openid_records (grant_id) where grant_id is not null`.execute(
    db,
  );
  await sql`create index openid_records_by_uid on openid_records (uid) where uid is not null`.execute(db);
  await sql`create index openid_records_by_end on openid_records (expires_at)`.execute(db);
  await sql`
    create table openid_keys (
      id uuid primary key,
      encrypted_key text not null,
      made_at timestamptz not null
    )`.execute(db);
  // Where a session of the portal has signed in: told when the session ends.
  await sql`
    create table openid_sign_ins (
      provider_session text not null,
      client_id uuid not null references openid_clients (id) on delete cascade,
      session_id uuid not null,
      subject uuid not null,
      signed_in_at timestamptz not null,
      primary key (provider_session, client_id)
    )`.execute(db);
  await sql`create index openid_sign_ins_by_session on openid_sign_ins (session_id)`.execute(db);
  await sql`
    create table openid_logouts (
      id uuid primary key,
      client_id uuid not null references openid_clients (id) on delete cascade,
      subject uuid not null,
      sid text not null,
      state text not null check (state in ('pending', 'sending', 'waiting', 'done', 'failed')),
      attempts integer not null default 0,
      next_try_at timestamptz not null,
      leased_until timestamptz,
      leased_by text,
      last_error text
    )`.execute(db);
  await sql`create index openid_logouts_due on openid_logouts (next_try_at, id) where state in ('pending', 'sending', 'waiting')`.execute(
    db,
  );
}
