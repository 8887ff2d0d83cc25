import * as z from 'zod/mini';
import { endpoint, instant, json, superAdmins, systemId } from '../core/endpoint.ts';

/** Facts of a person that an application may be told; each OpenID scope stands for the claims of `docs/single-sign-on.md`. */
export const openIdScopes = ['profile', 'email', 'roles'] as const;

/** Where a browser is sent: https, or http on the person's own machine; compared letter by letter. */
export const pageAddress =
  /^(?:https:\/\/[\w.-]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?:\/[^\s#*]*)?$/i;
/** An address called by the portal: http is possible in the university's own network. */
export const callAddress = /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?(?:\/[^\s#]*)?$/i;

const mostAddresses = 10;
const address = z
  .string()
  .check(z.trim(), z.maxLength(500, 'maxLength'), z.regex(pageAddress, 'pageAddress'));
const addresses = (least: 0 | 1) =>
  z.array(address).check(z.minLength(least, 'required'), z.maxLength(mostAddresses, 'tooManyAddresses'));

/** The name of the other side, letter by letter as its metadata state it. */
export const entityId = z
  .string('required')
  .check(z.trim(), z.minLength(1, 'required'), z.maxLength(500, 'maxLength'), z.regex(/^\S+$/, 'entityId'));

/** The other side's metadata as XML, or the address at which it publishes them. */
export const metadata = z
  .string('required')
  .check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(200_000, 'maxLength'),
    z.regex(/^(?:<|https?:\/\/\S+$)/i, 'metadata'),
  );

/** Faults of the network, for which pages have words; `status`: a page that is not what was asked for. */
export const networkFaults = [
  'unknownHost',
  'refused',
  'silent',
  'certificate',
  'privateHost',
  'noTls',
  'status',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

/** `detail`: what the other side has said, or what was found in place of the expected; with a `fault`, its code. */
export const TrialFinding = z.object({
  state: z.enum(['good', 'unsure', 'bad']),
  fault: z.nullable(z.enum(networkFaults)),
  detail: z.nullable(z.string()),
});
export type TrialFinding = z.infer<typeof TrialFinding>;

const common = {
  name: z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'maxLength')),
  /** The system whose people may sign in, and whose roles are told; null for everybody, without roles. */
  rolesOf: z.nullable(systemId),
  scopes: z.array(z.enum(openIdScopes)),
};
const ofOpenId = {
  kind: z.literal('openid'),
  /** How the application shows its secret: in the header (`client_secret_basic`) or in the body (`client_secret_post`); null: it has none. */
  secretIn: z.nullable(z.enum(['header', 'body'])),
  /** Whether a request without PKCE (RFC 7636) is refused; always so without a secret. */
  requiresPkce: z.boolean(),
  redirectUris: addresses(1),
  /** The page that opens the application, which people find at the portal; null: they come from elsewhere. */
  homeUri: z._default(z.nullable(address), null),
  /** The addresses to which the application may ask to return after a sign-out. */
  signOutUris: addresses(0),
  /** The address that is told of ended sessions (OpenID Connect Back-Channel Logout 1.0); null: nobody is told. */
  logoutUri: z.nullable(
    z.string().check(z.trim(), z.maxLength(500, 'maxLength'), z.regex(callAddress, 'callAddress')),
  ),
};
const ofSaml = {
  kind: z.literal('saml'),
  entityId,
  metadata,
  /** Whether people may enter from the portal, without a request of the application. */
  startsHere: z.boolean(),
  /** Whether its NameID of a person is their key on the learning platform of the system, instead of a random text. */
  namesByKey: z.boolean(),
};

export const ApplicationForm = z.discriminatedUnion('kind', [
  z.object({ ...common, ...ofOpenId }),
  z.object({ ...common, ...ofSaml }),
]);
export type ApplicationForm = z.output<typeof ApplicationForm>;

/** The faults of a request that an application has to mend: scopes, return address, PKCE, or its secret. */
export const clientFaults = ['scope', 'redirectUri', 'pkce', 'secret'] as const;
export type ClientFault = (typeof clientFaults)[number];

/** The last request that was refused, until another one succeeds; `detail`: the address that came, or the protocol's words. */
export const ClientRefusal = z.object({
  at: instant,
  why: z.enum(clientFaults),
  detail: z.nullable(z.string()),
});
export type ClientRefusal = z.infer<typeof ClientRefusal>;

/** The last sign-out that an application could not be told, until another one succeeds. */
export const SignOutFailure = z.object({
  at: instant,
  fault: z.nullable(z.enum(networkFaults)),
  detail: z.nullable(z.string()),
});
export type SignOutFailure = z.infer<typeof SignOutFailure>;

const listed = {
  id: z.uuid(),
  rolesOf: z.nullable(z.int()),
  version: z.int(),
  lastRefusal: z._default(z.nullable(ClientRefusal), null),
  signOutFailure: z._default(z.nullable(SignOutFailure), null),
};
export const Application = z.discriminatedUnion('kind', [
  z.object({ ...common, ...ofOpenId, ...listed }),
  /** `isTold`: its metadata have an address that is told of ended sessions. */
  z.object({ ...common, ...ofSaml, ...listed, isTold: z.boolean() }),
]);
export type Application = z.infer<typeof Application>;

export const ApplicationList = z.object({
  /** The issuer, from which applications find all other addresses. */
  issuer: z.string(),
  /** The portal's metadata for applications that speak SAML, which is also its entity ID. */
  samlMetadata: z.string(),
  /** The address, without the id, that enters such an application from the portal. */
  entryBase: z.string(),
  clients: z.array(Application),
});
export type ApplicationList = z.infer<typeof ApplicationList>;

/** The checks of a trial of metadata, in the order in which they are made. */
export const metadataChecks = ['address', 'issuer', 'endpoints', 'keys', 'signOut'] as const;
export const MetadataFinding = z.extend(TrialFinding, { check: z.enum(metadataChecks) });
export type MetadataFinding = z.infer<typeof MetadataFinding>;

/** The secret is shown once; null for an application without one. */
export const NewSecret = z.object({ id: z.uuid(), secret: z.nullable(z.string()) });
export type NewSecret = z.infer<typeof NewSecret>;

/** Metadata in which every character is escaped. */
const bodyBytes = 500 * 1024;

export const listOpenIdClients = endpoint('GET /api/openid/clients', {
  summary:
    'Lists the applications that people sign in to with their account of the portal; never their secrets.',
  access: superAdmins,
  reply: json(ApplicationList),
});

export const addOpenIdClient = endpoint('POST /api/openid/clients', {
  summary: 'Registers an application; its secret is in this reply and nowhere else.',
  access: superAdmins,
  body: json(ApplicationForm),
  bodyBytes,
  reply: json(NewSecret),
});

/** `version`: the version that was edited; a newer version is not overwritten. */
export const changeOpenIdClient = endpoint('POST /api/openid/clients/:clientId', {
  summary: 'Changes an application; whether it has a secret stays.',
  access: superAdmins,
  body: json(
    z.discriminatedUnion('kind', [
      z.object({ ...common, ...ofOpenId, version: z.int() }),
      z.object({ ...common, ...ofSaml, version: z.int() }),
    ]),
  ),
  bodyBytes,
  reply: json(z.literal(true)),
});

export const tryApplication = endpoint('POST /api/openid/clients/trial', {
  summary:
    'Reads the metadata of an application as the form states it, without saving it, and says what is wrong.',
  access: superAdmins,
  body: json(z.object({ entityId, metadata })),
  bodyBytes,
  reply: json(z.array(MetadataFinding)),
});

export const renewOpenIdSecret = endpoint('POST /api/openid/clients/:clientId/secret', {
  summary: "Replaces an application's secret; the former one is refused at once.",
  access: superAdmins,
  reply: json(NewSecret),
});

export const removeOpenIdClient = endpoint('DELETE /api/openid/clients/:clientId', {
  summary: 'Removes an application; nobody can sign in to it any more.',
  access: superAdmins,
  reply: json(z.literal(true)),
});

/** Applications without such an address are left out: people come from there. */
export const listOwnApplications = endpoint('GET /api/openid/applications', {
  summary: 'Lists the applications that the caller may enter, by name, each with the address that opens it.',
  access: 'signedIn',
  reply: json(z.array(z.object({ id: z.uuid(), name: z.string(), address: z.string() }))),
});
