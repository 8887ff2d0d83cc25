// Made from the database by `npm run schema`: change a migration, not this file.
import type { Generated } from 'kysely';
import type { Row } from './row.ts';

export interface SignOnTables {
  federated_sign_ins: Row<
    | 'id text, step text, browser_hash bytes, provider_id text, encrypted_facts text, begun_at moment'
    | 'expires_at moment'
  >;
  lti_courses: Row<
    | 'id text, provider_id text, system_id number, exam_id number, context_id text, title text'
    | 'members_address text, seen_at moment'
  >;
  openid_clients: Row<
    | 'id text, name text, roles_of number?, secret_hash bytes?, scopes json, redirect_uris json'
    | 'sign_out_uris json, logout_uri text?, requires_pkce boolean, version number=, changed_at moment'
    | 'entity_id text?, metadata text?, starts_here boolean=, names_by_key boolean=, home_uri text?'
    | 'last_refusal json?, sign_out_failure json?'
  > & { secret_in: 'header' | 'body' | null; kind: Generated<'openid' | 'saml'> };
  openid_keys: Row<'id text, encrypted_key text, made_at moment'>;
  openid_logouts: Row<
    | 'id text, client_id text, subject text, sid text, attempts number=, next_try_at moment'
    | 'leased_until moment?, leased_by text?, last_error text?, name_id text?'
  > & { state: 'pending' | 'sending' | 'waiting' | 'done' | 'failed' };
  openid_records: Row<
    'kind text, id text, payload json, grant_id text?' | 'uid text?, expires_at moment, consumed_at moment?'
  >;
  openid_sign_ins: Row<
    | 'provider_session text, client_id text, session_id text, subject text, signed_in_at moment'
    | 'name_id text?'
  >;
  saml_keys: Row<'id text, encrypted_key text, certificate text, made_at moment'>;
}
