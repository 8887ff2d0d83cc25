import * as z from 'zod/mini';
import { endpoint, flag, json, text } from '../core/endpoint.ts';

const orgId = z.optional(z.string().check(z.maxLength(128)));

/** The query parameter of a landing to which a platform sends the browser back, to ask for the second step. */
export const secondStepParam = 'second';

/**
 * `orgId` is the course id of an exam; without `orgId` the address is the platform's front page. `step`: a browser that
 * still has somebody else's session on a platform may need two sign-ons, of which the first only ends that session. The
 * first step's address leads back to the landing, which asks for the second step. Without `step` the address leads to the
 * platform at once.
 */
export const redirectToPlatform = endpoint('GET /api/redirectsystem/:systemId', {
  summary: "Returns the address that signs the caller in to the system's learning platform.",
  access: { level: 'participant' },
  query: z.object({ isAdmin: z.optional(flag), orgId, step: z.optional(z.enum(['first', 'second'])) }),
  reply: text,
});

/** The reply is null for a platform that ends its session with the portal's. */
export const findPlatformSignOut = endpoint('GET /api/redirectsystem/:systemId/signout', {
  summary: 'Returns where a browser signs out of the learning platform of the system.',
  access: { level: 'participant' },
  query: z.object({ orgId }),
  reply: json(z.nullable(z.object({ platform: z.string(), address: z.url() }))),
});
