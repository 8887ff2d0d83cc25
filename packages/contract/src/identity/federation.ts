import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { instant, systemId } from '../core/wire.ts';
import { LinkSecrets } from './account.confirmation.ts';
import { SecondFactorNeeded } from './factors.challenge.ts';
import { callAddress } from './provider.clients.ts';
import { TokenPair } from './sessions.outcomes.ts';

/** The page to which a provider returns, followed by the provider's id; the link of a mail has `confirm-email` there. */
export const returnPath = '/account/university';

/** A way to sign in with another provider, as the sign-in page shows it. */
export const SignInButton = z.object({
  id: z.uuid(),
  label: z.object({ fr: z.string(), en: z.string() }),
  /** Addresses of these domains go straight to the provider. */
  domains: z.array(z.string()),
  /** The systems whose sign-in page shows the button; null: all. */
  systemIds: z.nullable(z.array(z.int())),
});
export type SignInButton = z.infer<typeof SignInButton>;

/** Reasons for which a sign-in by a provider ends without a session; each has its sentence on the page. */
export const refusals = [
  'over',
  'otherBrowser',
  'cancelled',
  'refusedThere',
  'unreachable',
  'misconfigured',
  'untrusted',
  'clock',
  'off',
  'noAccess',
  'otherSystem',
  'linkDue',
] as const;
export type Refusal = (typeof refusals)[number];

/** `unmatched`: the provider's account is joined to no account of the portal yet. */
export const FederatedOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signedIn'), tokens: TokenPair }),
  z.object({ outcome: z.literal('secondFactorNeeded'), needed: SecondFactorNeeded }),
  z.object({
    outcome: z.literal('unmatched'),
    match: z.uuid(),
    /** The name and the address of the account at the provider. */
    accountName: z.string(),
    email: z.nullable(z.string()),
    /** Whether a link can be mailed to an account of the portal with this address. */
    mayMail: z.boolean(),
  }),
  z.object({ outcome: z.literal('refused'), why: z.enum(refusals), reason: z.nullable(z.string()) }),
]);
export type FederatedOutcome = z.infer<typeof FederatedOutcome>;

const ofProvider = z.object({ providerId: z.uuid() });

export const beginFederatedSignIn = endpoint('POST /api/federation/:providerId/begin', {
  summary: "Returns the provider's address for a sign-in, bound to this browser by a cookie.",
  access: 'public',
  params: ofProvider,
  /** `hint`: the address that the person has typed. */
  body: json(z.object({ hint: z.string().check(z.maxLength(254)), language: Language })),
  reply: json(z.object({ address: z.nullable(z.string()), why: z.nullable(z.enum(refusals)) })),
});

export const completeFederatedSignIn = endpoint('POST /api/federation/:providerId/complete', {
  summary: 'Opens a session with what the provider has sent back through the browser.',
  access: 'public',
  params: ofProvider,
  /** The query of the address to which the provider has returned. */
  body: json(z.object({ query: z.string().check(z.maxLength(8000)) })),
  reply: json(FederatedOutcome),
});

export const mailIdentityLink = endpoint('POST /api/federation/matches/:match/mail', {
  summary: "Mails the link that joins the provider's account to the account with the same address.",
  access: 'public',
  params: z.object({ match: z.uuid() }),
  reply: json(z.boolean()),
});

/** Needs the cookie of the browser that came from the provider, so that nobody joins their account to another person's. */
export const confirmIdentityLink = endpoint('POST /api/federation/matches/confirm', {
  summary:
    "Joins the provider's account by the link of a mail, in the browser that came from it, and opens a session.",
  access: 'public',
  body: json(LinkSecrets),
  reply: json(FederatedOutcome),
});

export const linkOwnIdentity = endpoint('POST /api/federation/matches/:match/link', {
  summary: "Joins the provider's account to the caller's, who has just signed in in the same browser.",
  access: 'signedIn',
  notWhileImpersonating: true,
  params: z.object({ match: z.uuid() }),
  reply: json(z.boolean()),
});

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

export const ProviderForm = z.object({
  /** The issuer, letter by letter as its discovery document states it. */
  issuer: line.check(z.regex(callAddress, 'callAddress')),
  clientId: line,
  /** Null: the stored one stays; a new provider needs one. */
  secret: z.nullable(line),
  /** The text of the button on the sign-in page. */
  labelFr: label,
  labelEn: label,
  domains: z.array(domain).check(z.maxLength(10, 'tooManyDomains')),
  systemIds: z.nullable(z.array(systemId).check(z.minLength(1, 'required'), z.maxLength(200, 'maxLength'))),
  isActive: z.boolean(),
  /** Whether a second factor at the provider counts as one here. */
  trustsFactor: z.boolean(),
});
export type ProviderForm = z.output<typeof ProviderForm>;

export const ListedProvider = z.object({
  id: z.uuid(),
  ...z.omit(ProviderForm, { secret: true }).shape,
  systemIds: z.nullable(z.array(z.int())),
  version: z.int(),
});
export type ListedProvider = z.infer<typeof ListedProvider>;

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

/** `detail`: what the provider has said, or what was found in place of the expected. */
export const TrialResult = z.object({
  check: z.enum(trialChecks),
  state: z.enum(['good', 'unsure', 'bad']),
  detail: z.nullable(z.string()),
});
export type TrialResult = z.infer<typeof TrialResult>;

const superAdmins = { level: 'superAdmin', of: 'anySystem' } as const;
export const listProviders = endpoint('GET /api/federation/providers', {
  summary: 'Lists the providers by which people sign in; never the secrets.',
  access: superAdmins,
  /** `newId`: the id for the next provider, whose return address has to be known there first. */
  reply: json(z.object({ providers: z.array(ListedProvider), returnBase: z.string(), newId: z.uuid() })),
});

/** `version`: the version that was edited, null for a new provider; a newer version is not overwritten. */
export const saveProvider = endpoint('POST /api/federation/providers/:providerId', {
  summary: 'Registers a provider by which people sign in, or changes it.',
  access: superAdmins,
  notWhileImpersonating: true,
  params: ofProvider,
  body: json(z.extend(ProviderForm, { version: z.nullable(z.int()) })),
  reply: json(z.literal(true)),
});

export const tryProvider = endpoint('POST /api/federation/providers/:providerId/trial', {
  summary: 'Tries a provider as the form states it, without saving it, and says what is wrong.',
  access: superAdmins,
  notWhileImpersonating: true,
  params: ofProvider,
  body: json(ProviderForm),
  reply: json(z.array(TrialResult)),
});

export const removeProvider = endpoint('DELETE /api/federation/providers/:providerId', {
  summary: 'Removes a provider; the linked identities stay, and count again once it is registered again.',
  access: superAdmins,
  notWhileImpersonating: true,
  params: ofProvider,
  reply: json(z.literal(true)),
});

/** How the owner of an account has proved that the provider's account is theirs too. */
export const identityProofs = ['mail', 'signIn'] as const;

export const LinkedIdentity = z.object({
  id: z.uuid(),
  issuer: z.string(),
  /** The text of the provider's button; null for a provider that is no longer registered. */
  label: z.nullable(z.object({ fr: z.string(), en: z.string() })),
  /** The name of the account at the provider. */
  accountName: z.string(),
  linkedAt: instant,
  proof: z.enum(identityProofs),
  lastUsedAt: z.nullable(instant),
});
export type LinkedIdentity = z.output<typeof LinkedIdentity>;

export const listOwnIdentities = endpoint('GET /api/account/identities', {
  summary: "Lists the providers' accounts with which the caller can sign in.",
  access: 'signedIn',
  reply: json(z.array(LinkedIdentity)),
});

export const unlinkOwnIdentity = endpoint('DELETE /api/account/identities/:identityId', {
  summary: "Separates a provider's account from the caller's.",
  access: 'signedIn',
  notWhileImpersonating: true,
  params: z.object({ identityId: z.uuid() }),
  reply: json(z.literal(true)),
});

export const listUserIdentities = endpoint('GET /api/user/:id/identities', {
  summary: "Lists the providers' accounts with which a person can sign in.",
  access: superAdmins,
  reply: json(z.array(LinkedIdentity)),
});

export const unlinkUserIdentity = endpoint('DELETE /api/federation/identities/:identityId', {
  summary: "Separates a provider's account from a person's, and ends the sessions opened with it.",
  access: superAdmins,
  notWhileImpersonating: true,
  params: z.object({ identityId: z.uuid() }),
  reply: json(z.literal(true)),
});
