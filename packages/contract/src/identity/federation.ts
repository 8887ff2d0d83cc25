import * as z from 'zod/mini';
import { endpoint, instant, json, superAdmins } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { LinkSecrets } from './account.confirmation.ts';
import { SecondFactorNeeded } from './factors.challenge.ts';
import { TokenPair } from './sessions.outcomes.ts';

/** The page to which a provider returns, followed by the provider's id; the link of a mail has `confirm-email` there. */
export const returnPath = '/account/university';

/** The page of a launch by LTI 1.3, followed by its name. */
export const launchPath = '/launch';

export const SignInButton = z.object({
  id: z.uuid(),
  label: z.object({ fr: z.string(), en: z.string() }),
  /** Addresses of these domains go straight to the provider. */
  domains: z.array(z.string()),
  /** The systems whose sign-in page shows the button; null: all. */
  systemIds: z.nullable(z.array(z.int())),
});
export type SignInButton = z.infer<typeof SignInButton>;

/** The refusals that whoever runs the provider has to look at. */
export const providerFaults = [
  'cancelled',
  'refusedThere',
  'unreachable',
  'misconfigured',
  'clientRefused',
  'untrusted',
  'clock',
  'noKey',
] as const;

/** Reasons for which a sign-in by a provider ends without a session; each has its sentence on the page. */
export const refusals = [
  ...providerFaults,
  'over',
  'otherBrowser',
  'off',
  'noAccess',
  'otherSystem',
  'linkDue',
  'linkCut',
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
    /** Ends the session at the provider, for somebody else who sits there; null where it offers no such address. */
    signOut: z.nullable(z.string()),
  }),
  z.object({ outcome: z.literal('refused'), why: z.enum(refusals), reason: z.nullable(z.string()) }),
]);
export type FederatedOutcome = z.infer<typeof FederatedOutcome>;

export const beginFederatedSignIn = endpoint('POST /api/federation/:providerId/begin', {
  summary: "Returns the provider's address for a sign-in, bound to this browser by a cookie.",
  access: 'public',
  /** `hint`: the address that the person has typed. */
  body: json(z.object({ hint: z.string().check(z.maxLength(254)), language: Language })),
  reply: json(z.object({ address: z.nullable(z.string()), why: z.nullable(z.enum(refusals)) })),
});

export const completeFederatedSignIn = endpoint('POST /api/federation/:providerId/complete', {
  summary: 'Opens a session with what the provider has sent back through the browser.',
  access: 'public',
  /** The query of the address to which the provider has returned. */
  body: json(z.object({ query: z.string().check(z.maxLength(8000)) })),
  reply: json(FederatedOutcome),
});

/** A provider whose own session stays open after a sign-out here; `address` ends it there, null where it offers none. */
export const ProviderSignOut = z.object({
  label: z.object({ fr: z.string(), en: z.string() }),
  address: z.nullable(z.string()),
});
export type ProviderSignOut = z.infer<typeof ProviderSignOut>;

export const findProviderSignOut = endpoint('GET /api/federation/sign-out', {
  summary: "Finds the provider that has opened the caller's session, to sign out there too; null for none.",
  access: 'signedIn',
  whilePasswordIsDue: true,
  whileFactorIsDue: true,
  reply: json(z.nullable(ProviderSignOut)),
});

export const mailIdentityLink = endpoint('POST /api/federation/matches/:match/mail', {
  summary: "Mails the link that joins the provider's account to the account with the same address.",
  access: 'public',
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
  reply: json(z.boolean()),
});

/** How the owner of an account has proved that the provider's account is theirs too. */
export const identityProofs = ['mail', 'signIn'] as const;

export const LinkedIdentity = z.object({
  id: z.uuid(),
  issuer: z.string(),
  /** The text of the provider's button; null for a provider that is no longer registered. */
  label: z.nullable(z.object({ fr: z.string(), en: z.string() })),
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
  reply: json(z.literal(true)),
});
