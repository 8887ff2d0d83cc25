import { type Kysely, sql } from 'kysely';

/** Applications that people enter by SAML 2.0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table openid_clients
      add column kind text not null default 'openid' check (kind in ('openid', 'saml')),
      add column entity_id text,
      -- The metadata as XML, or their address.
      add column metadata text,
      -- Whether people may enter from the portal, without a request of the application.
      add column starts_here boolean not null default false,
      -- Whether its NameID of a person is their key on the learning platform.
      add column names_by_key boolean not null default false,
      add check (kind <> 'saml' or (entity_id is not null and metadata is not null))`.execute(db);
  // The NameID by which an application that speaks SAML knows the person.
  await sql`alter table openid_sign_ins add column name_id text`.execute(db);
  await sql`alter table openid_logouts add column name_id text`.execute(db);
  await sql`create unique index openid_clients_by_entity on openid_clients (entity_id) where entity_id is not null`.execute(
    db,
  );
}
