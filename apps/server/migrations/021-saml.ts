import { type Kysely, sql } from 'kysely';

/** Providers that speak SAML 2.0, and the portal's key for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_providers
      alter column client_id drop not null,
      alter column encrypted_secret drop not null,
      add column kind text not null default 'openid' check (kind in ('openid', 'saml')),
      -- The metadata as XML, or their address.
      add column metadata text,
      -- The attribute that is the key of an account; null: its persistent NameID.
      add column subject_attribute text,
      add check (kind <> 'saml' or metadata is not null)`.execute(db);
  // A further step, 'answered': the provider has answered by a form, and the page of the portal has not come for it yet.
  await sql`alter table federated_sign_ins drop constraint federated_sign_ins_step_check`.execute(db);
  await sql`
    create table saml_keys (
      id uuid primary key,
      encrypted_key text not null,
      certificate text not null,
      made_at timestamptz not null
    )`.execute(db);
}
