import { type Kysely, sql } from 'kysely';

/** Providers of the university by which people sign in, and the accounts there that are joined to accounts here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_providers (
      id uuid primary key,
      issuer text not null unique,
      client_id text not null,
      encrypted_secret text not null,
      label_fr text not null,
      label_en text not null,
      domains jsonb not null,
      -- Null: of all systems.
      system_ids jsonb,
      trusts_factor boolean not null,
      disabled_at timestamptz,
      version integer not null default 1,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`
    create table linked_identities (
      id uuid primary key,
      issuer text not null,
      -- The provider's key of its account, which is given to nobody else (OpenID Connect Core 1.0, 2).
      subject text not null,
      user_id bigint not null references users (id) on delete cascade,
      account_name text not null,
      proof text not null check (proof in ('mail', 'signIn')),
      linked_at timestamptz not null,
      last_used_at timestamptz,
      unique (issuer, subject)
    )`.execute(db);
  await sql`create index linked_identities_by_user on linked_identities (user_id)`.execute(db);
  // Sign-ins under way: 'asked' at the provider, or 'unmatched' with an account here.
  await sql`
    create table federated_sign_ins (
      id text primary key,
      step text not null check (step in ('asked', 'unmatched')),
      browser_hash bytea not null,
      provider_id uuid not null references identity_providers (id) on delete cascade,
      encrypted_facts text not null,
      begun_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index federated_sign_ins_by_end on federated_sign_ins (expires_at)`.execute(db);
  // The provider's account and session by which a session was opened: they may end it.
  await sql`alter table sessions add column signed_in_by jsonb`.execute(db);
  await sql`
    create index sessions_by_provider on sessions ((signed_in_by ->> 'issuer'), (signed_in_by ->> 'subject'))
    where signed_in_by is not null`.execute(db);
  await sql`alter table factor_challenges add column signed_in_by jsonb`.execute(db);
  await sql`alter table sessions drop constraint sessions_factor_check`.execute(db);
  await sql`
    alter table sessions add constraint sessions_factor_check
    check (factor in ('totp', 'passkey', 'recoveryCode', 'provider'))`.execute(db);
}
