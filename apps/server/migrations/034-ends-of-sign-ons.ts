import { type Kysely, sql } from 'kysely';

/** What a sign-out is found by: of a million sessions or sign-ons, each look-up read all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not every sign-out of a provider names the account: some name its session alone, by SAML the NameID.
  await sql`
    create index sessions_by_provider_session on sessions ((signed_in_by ->> 'issuer'), (signed_in_by ->> 'session'))
    where signed_in_by ->> 'session' is not null`.execute(db);
  await sql`
    create index sessions_by_name_id on sessions ((signed_in_by ->> 'issuer'), (signed_in_by -> 'nameId' ->> 'value'))
    where signed_in_by -> 'nameId' ->> 'value' is not null`.execute(db);
  await sql`
    create index openid_sign_ins_by_name_id on openid_sign_ins (client_id, name_id)
    where name_id is not null`.execute(db);
  await sql`
    create index users_by_end on users (greatest(deactivated_at, locked_at, sessions_ended_at))
    where greatest(deactivated_at, locked_at, sessions_ended_at) is not null`.execute(db);
}
