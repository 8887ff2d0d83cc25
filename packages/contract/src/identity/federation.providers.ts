import * as z from 'zod/mini';
import { endpoint, instant, json, superAdmins, systemId } from '../core/endpoint.ts';
import { providerFaults, type SignInButton } from './federation.ts';
import { callAddress, entityId, metadata, TrialFinding } from './provider.clients.ts';

const label = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(80, 'maxLength'));
const line = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(500, 'maxLength'));
const domain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(100, 'maxLength'),
    z.regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/, 'domain'),
  );

export const mostGroupRoles = 100;

/** A group at the provider, letter by letter, and its role here, such as `admin:3`; never super admin. */
export const GroupRole = z.object({
  group: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(250, 'maxLength')),
  role: z.string().check(z.regex(/^(?:student|support|admin):[1-9]\d{0,8}$/, 'required')),
});
export type GroupRole = z.infer<typeof GroupRole>;

const common = {
  /** The text of the button on the sign-in page. */
  labelFr: label,
  labelEn: label,
  domains: z.array(domain).check(z.maxLength(10, 'tooManyDomains')),
  systemIds: z.nullable(z.array(systemId).check(z.minLength(1, 'required'), z.maxLength(200, 'maxLength'))),
  isActive: z.boolean(),
  /** Whether a second factor at the provider counts as one here. */
  trustsFactor: z.boolean(),
  /** The claim or the attribute that tells the groups of an account; null: none is read. */
  groupsClaim: z.nullable(line),
  groupRoles: z.array(GroupRole).check(z.maxLength(mostGroupRoles, 'tooManyGroups')),
};
const ofOpenId = {
  kind: z.literal('openid'),
  /** The issuer, letter by letter as its discovery document states it. */
  issuer: line.check(z.regex(callAddress, 'callAddress')),
  clientId: line,
};
const ofSaml = {
  kind: z.literal('saml'),
  issuer: entityId,
  metadata,
  /** The attribute that is the key of an account there; null: its persistent NameID. */
  subjectAttribute: z.nullable(line),
};
const called = line.check(z.regex(callAddress, 'callAddress'));
const mostDeployments = 20;
/** A learning platform whose courses launch the portal (LTI 1.3); nobody signs in with it from here. */
const ofLti = {
  kind: z.literal('lti'),
  issuer: called,
  clientId: line,
  deployments: z
    .array(line)
    .check(z.minLength(1, 'required'), z.maxLength(mostDeployments, 'tooManyDeployments')),
  signInAddress: called,
  tokenAddress: called,
  keysAddress: called,
  /** The audience of a request for a token; null: the token address. */
  tokenAudience: z.nullable(line),
};
/** Null: the stored one stays; a new provider needs one. */
const secret = z.nullable(line);
const version = z.nullable(z.int());
/** Metadata in which every character is escaped. */
const bodyBytes = 500 * 1024;

export const ProviderForm = z.discriminatedUnion('kind', [
  z.object({ ...common, ...ofOpenId, secret }),
  z.object({ ...common, ...ofSaml }),
  z.object({ ...common, ...ofLti }),
]);
export type ProviderForm = z.output<typeof ProviderForm>;

const listed = {
  id: z.uuid(),
  systemIds: z.nullable(z.array(z.int())),
  version: z.int(),
  /** The last sign-in that the provider, or its answer, made fail, until another one works; `detail`: the protocol's words. */
  lastRefusal: z._default(
    z.nullable(z.object({ at: instant, why: z.enum(providerFaults), detail: z.nullable(z.string()) })),
    null,
  ),
  /** The first values of the claim of groups at a sign-in not long ago, without whose they were. */
  lastGroups: z._default(z.nullable(z.object({ at: instant, values: z.array(z.string()) })), null),
};
export const ListedProvider = z.discriminatedUnion('kind', [
  z.object({ ...common, ...ofOpenId, ...listed }),
  z.object({ ...common, ...ofSaml, ...listed }),
  z.object({ ...common, ...ofLti, ...listed }),
]);
export type ListedProvider = z.infer<typeof ListedProvider>;

type Buttoned = Pick<ListedProvider, 'id' | 'labelFr' | 'labelEn' | 'systemIds' | 'isActive' | 'kind'> & {
  readonly domains: readonly string[];
};

/** The buttons of the sign-in page; a course leads here by itself. */
export function toSignInButtons(providers: readonly Buttoned[]): SignInButton[] {
  return providers
    .filter(({ isActive, kind }) => isActive && kind !== 'lti')
    .map(({ id, labelFr, labelEn, domains, systemIds }) => ({
      id,
      label: { fr: labelFr, en: labelEn },
      domains: [...domains],
      systemIds,
    }));
}

/** The checks of a trial, in the order in which they are made. */
export const trialChecks = [
  'address',
  'issuer',
  'endpoints',
  'keys',
  'pkce',
  'client',
  'returnAddress',
] as const;

export const TrialResult = z.extend(TrialFinding, { check: z.enum(trialChecks) });
export type TrialResult = z.infer<typeof TrialResult>;

export const listProviders = endpoint('GET /api/federation/providers', {
  summary: 'Lists the providers by which people sign in; never the secrets.',
  access: superAdmins,
  /** `newId`: the id for the next provider, whose return address has to be known there first. */
  reply: json(
    z.object({
      providers: z.array(ListedProvider),
      returnBase: z.string(),
      /** The portal's own keys, for learning platforms. */
      keysAddress: z.string(),
      newId: z.uuid(),
    }),
  ),
});

/** `version`: the version that was edited, null for a new provider; a newer version is not overwritten. */
export const saveProvider = endpoint('POST /api/federation/providers/:providerId', {
  summary: 'Registers a provider by which people sign in, or changes it.',
  access: superAdmins,
  body: json(
    z.discriminatedUnion('kind', [
      z.object({ ...common, ...ofOpenId, secret, version }),
      z.object({ ...common, ...ofSaml, version }),
      z.object({ ...common, ...ofLti, version }),
    ]),
  ),
  bodyBytes,
  reply: json(z.literal(true)),
});

export const tryProvider = endpoint('POST /api/federation/providers/:providerId/trial', {
  summary: 'Tries a provider as the form states it, without saving it, and says what is wrong.',
  access: superAdmins,
  body: json(ProviderForm),
  bodyBytes,
  reply: json(z.array(TrialResult)),
});

export const removeProvider = endpoint('DELETE /api/federation/providers/:providerId', {
  summary: 'Removes a provider; the linked identities stay, and count again once it is registered again.',
  access: superAdmins,
  reply: json(z.literal(true)),
});
