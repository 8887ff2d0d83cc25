import * as z from 'zod/mini';
import { endpoint, json, superAdmins } from '../core/endpoint.ts';
import { platformId, siteFields } from './learning.platforms.ts';
import { Remark } from './learning.remarks.ts';

/** The page of the portal to which the sign-in service of Brightspace returns: the redirect URI of its registration. */
export const consentPath = '/configuration/platforms/brightspace/callback';

/** The scopes of https://docs.valence.desire2learn.com/http-scopestable.html to ask for; docs/platforms.md says why. */
export const brightspaceScopes = [
  'core:*:*',
  'accommodations:profile:manage',
  'accommodations:profile:read',
  'enrollment:orgunit:create',
  'enrollment:orgunit:delete',
  'enrollment:orgunit:read',
  'grades:gradevalues:read',
  'organizations:organization:create',
  'organizations:organization:delete',
  'organizations:organization:read',
  'orgunits:course:create',
  'orgunits:course:read',
  'orgunits:course:update',
  'quizzing:quizzes:read',
  'quizzing:quizzes:write',
  'role:detail:read',
  'sections:enrollment:create',
  'sections:section:read',
  'users:userdata:create',
  'users:userdata:read',
  'users:userdata:update',
] as const;

/** `platformId`: the platform that is being changed, whose stored credentials fill in those that the form lacks. */
export const ConsentForm = z.object({
  platformId: z.optional(z.nullable(platformId)),
  kind: z.literal('brightspace'),
  ...siteFields,
});
export type ConsentForm = z.output<typeof ConsentForm>;

export const beginConsent = endpoint('POST /api/learning/consents', {
  summary: 'Begins to connect a learning platform: returns the address at which its administrator agrees.',
  access: superAdmins,
  body: json(ConsentForm),
  reply: json(z.object({ consentId: z.uuid(), address: z.string() })),
});

/** The query that the sign-in service adds to the portal's address (RFC 6749 §4.1.2): a code, or an error. */
const ConsentAnswer = z.object({
  state: z.string().check(z.maxLength(200)),
  code: z.optional(z.string().check(z.maxLength(4000))),
  error: z.optional(z.string().check(z.maxLength(200))),
});
export type ConsentAnswer = z.output<typeof ConsentAnswer>;

export const ConsentOutcome = z.object({
  /** Null where the answer belongs to no consent that the caller has begun. */
  consentId: z.nullable(z.uuid()),
  isConnected: z.boolean(),
  /** Why the platform is not connected, or what is missing although it is connected. */
  remark: z.nullable(Remark),
});
export type ConsentOutcome = z.output<typeof ConsentOutcome>;

export const completeConsent = endpoint('POST /api/learning/consents/answer', {
  summary:
    'Takes the answer of the sign-in service, once, and keeps the refresh token until the platform is saved.',
  access: superAdmins,
  body: json(ConsentAnswer),
  reply: json(ConsentOutcome),
});
