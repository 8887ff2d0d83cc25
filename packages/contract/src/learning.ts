import * as z from 'zod/mini';
import { endpoint, text } from './core/endpoint.ts';
import { flag, ofSystem } from './core/wire.ts';

/** `orgId` is the course id of a cohort; without it the address is the platform's front page. */
export const redirectToPlatform = endpoint('GET /api/redirectsystem/:systemId', {
  summary: "Returns the address that signs the caller in to the system's learning platform.",
  access: { level: 'participant' },
  params: ofSystem,
  query: z.object({ isAdmin: z.optional(flag), orgId: z.optional(z.string().check(z.maxLength(128))) }),
  reply: text,
});
