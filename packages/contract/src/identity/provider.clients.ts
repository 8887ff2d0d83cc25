import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { systemId } from '../core/wire.ts';

/** Facts of a person that an application may be told; each OpenID scope stands for the claims of `docs/single-sign-on.md`. */
export const openIdScopes = ['profile', 'email', 'roles'] as const;

/** Where a browser is sent: https, or http on the person's own machine; compared letter by letter. */
const pageAddress =
  /^(?:https:\/\/[\w.-]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?:\/[^\s#*]*)?$/i;
/** An address called by the portal: http is possible in the university's own network. */
export const callAddress = /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?(?:\/[^\s#]*)?$/i;

const mostAddresses = 10;
const address = z
  .string()
  .check(z.trim(), z.maxLength(500, 'maxLength'), z.regex(pageAddress, 'pageAddress'));
const addresses = (least: 0 | 1) =>
  z.array(address).check(z.minLength(least, 'required'), z.maxLength(mostAddresses, 'tooManyAddresses'));

export const OpenIdClientForm = z.object({
  name: z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'maxLength')),
  /** The system whose people may sign in, and whose roles are told; null for everybody, without roles. */
  rolesOf: z.nullable(systemId),
  /** How the application shows its secret: in the header (`client_secret_basic`) or in the body (`client_secret_post`); null: it has none. */
  secretIn: z.nullable(z.enum(['header', 'body'])),
  /** Whether a request without PKCE (RFC 7636) is refused; always so without a secret. */
  requiresPkce: z.boolean(),
  scopes: z.array(z.enum(openIdScopes)),
  redirectUris: addresses(1),
  /** The addresses to which the application may ask to return after a sign-out. */
  signOutUris: addresses(0),
  /** The address that is told of ended sessions (OpenID Connect Back-Channel Logout 1.0); null: nobody is told. */
  logoutUri: z.nullable(
    z.string().check(z.trim(), z.maxLength(500, 'maxLength'), z.regex(callAddress, 'callAddress')),
  ),
});
export type OpenIdClientForm = z.output<typeof OpenIdClientForm>;

export const OpenIdClient = z.object({
  id: z.uuid(),
  ...OpenIdClientForm.shape,
  rolesOf: z.nullable(z.int()),
  /** Rises with each change. */
  version: z.int(),
});
export type OpenIdClient = z.infer<typeof OpenIdClient>;

export const OpenIdClientList = z.object({
  /** The issuer, from which applications find all other addresses. */
  issuer: z.string(),
  clients: z.array(OpenIdClient),
});
export type OpenIdClientList = z.infer<typeof OpenIdClientList>;

/** The secret is shown once; null for an application without one. */
export const NewSecret = z.object({ id: z.uuid(), secret: z.nullable(z.string()) });
export type NewSecret = z.infer<typeof NewSecret>;

/** Twenty-one addresses of 500 characters. */
const bodyBytes = 80 * 1024;
const superAdmins = { level: 'superAdmin', of: 'anySystem' } as const;
const ofClient = z.object({ clientId: z.uuid() });

export const listOpenIdClients = endpoint('GET /api/openid/clients', {
  summary:
    'Lists the applications that people sign in to with their account of the portal; never their secrets.',
  access: superAdmins,
  reply: json(OpenIdClientList),
});

export const addOpenIdClient = endpoint('POST /api/openid/clients', {
  summary: 'Registers an application; its secret is in this reply and nowhere else.',
  access: superAdmins,
  notWhileImpersonating: true,
  body: json(OpenIdClientForm),
  bodyBytes,
  reply: json(NewSecret),
});

/** `version`: the version that was edited; a newer version is not overwritten. */
export const changeOpenIdClient = endpoint('POST /api/openid/clients/:clientId', {
  summary: 'Changes an application; whether it has a secret stays.',
  access: superAdmins,
  notWhileImpersonating: true,
  params: ofClient,
  body: json(z.extend(OpenIdClientForm, { version: z.int() })),
  bodyBytes,
  reply: json(z.literal(true)),
});

export const renewOpenIdSecret = endpoint('POST /api/openid/clients/:clientId/secret', {
  summary: "Replaces an application's secret; the former one is refused at once.",
  access: superAdmins,
  notWhileImpersonating: true,
  params: ofClient,
  reply: json(NewSecret),
});

export const removeOpenIdClient = endpoint('DELETE /api/openid/clients/:clientId', {
  summary: 'Removes an application; nobody can sign in to it any more.',
  access: superAdmins,
  notWhileImpersonating: true,
  params: ofClient,
  reply: json(z.literal(true)),
});
