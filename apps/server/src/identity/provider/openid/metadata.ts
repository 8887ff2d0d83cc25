import type { ClientMetadata } from 'oidc-provider';
import type { ClientRow } from '../clients/clients.queries.ts';
import { toClient } from '../clients/clients.ts';

const methods = { header: 'client_secret_basic', body: 'client_secret_post' } as const;

/** Metadata that the portal adds to those of the protocol. */
export const ownMetadata = ['require_pkce', 'roles_of'] as const;

/** The system whose people may enter an application that the library has found. */
export function findOwnSystem(client: object): Pick<ClientRow, 'rolesOf'> {
  const { roles_of } = client as ClientMetadata;
  return { rolesOf: roles_of as number | null };
}

/** An application in the words of the protocol (OpenID Connect Registration 1.0, 2); undefined for one of another protocol. */
export function toMetadata(row: ClientRow): ClientMetadata | undefined {
  const client = toClient(row);
  if (client.kind !== 'openid') return undefined;
  const { id, name, rolesOf, scopes, redirectUris, signOutUris, logoutUri, secretIn, requiresPkce } = client;
  return {
    client_id: id,
    client_name: name,
    // The library compares a hash with it (`openid.ts`).
    ...(secretIn && { client_secret: row.secretHash?.toString('base64url') }),
    token_endpoint_auth_method: secretIn ? methods[secretIn] : 'none',
    application_type: 'web',
    require_pkce: requiresPkce,
    roles_of: rolesOf,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: ['openid', ...scopes].join(' '),
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: [...signOutUris],
    ...(logoutUri !== null && {
      backchannel_logout_uri: logoutUri,
      backchannel_logout_session_required: true,
    }),
  };
}
