import * as z from 'zod/mini';
import { endpoint, json, outcome, superAdmins } from '../core/endpoint.ts';

export const impersonationReasonMaxLength = 500;

/** The reason for the impersonation, and the super admin's own password. */
export const ImpersonationForm = z.object({
  reason: z
    .string()
    .check(z.trim(), z.minLength(1, 'required'), z.maxLength(impersonationReasonMaxLength, 'maxLength')),
  password: z.string().check(z.minLength(1, 'required')),
});
export type ImpersonationForm = z.infer<typeof ImpersonationForm>;

/** `retryAfter` in seconds: a wrong password counts as a failed sign-in. */
export const ImpersonationOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('started'), accessToken: z.string() }),
  z.object({ outcome: z.literal('wrongPassword') }),
  z.object({ outcome: z.literal('tooManyTries'), retryAfter: z.int() }),
]);
export type ImpersonationOutcome = z.infer<typeof ImpersonationOutcome>;

/** The token names the super admin (claim `act`), lasts 30 minutes at most and cannot be refreshed (readings §2). */
export const impersonate = endpoint('POST /api/user/:id/impersonate', {
  summary: 'Lets a super admin impersonate a person who is no super admin, for at most 30 minutes.',
  access: superAdmins,
  body: json(ImpersonationForm),
  reply: outcome(ImpersonationOutcome, (reply) => {
    if (reply.outcome === 'started') return { status: 200 };
    if (reply.outcome === 'wrongPassword') return { status: 403 };
    return { status: 429, headers: { 'retry-after': String(reply.retryAfter) } };
  }),
});

export const endImpersonation = endpoint('POST /api/auth/endimpersonation', {
  summary: 'Ends the impersonation of the bearer token; false when there is none.',
  access: 'signedIn',
  whileFactorIsDue: true,
  reply: json(z.boolean()),
});
