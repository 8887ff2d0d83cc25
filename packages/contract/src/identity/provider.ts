import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';

/** The page on which a person goes on to an application, in their language. */
export const applicationPath = '/account/application';

/** Reasons for which a person may not enter: no role in the system, no second factor in this session, or no key on the platform yet. */
export const refusals = ['role', 'factor', 'key'] as const;
export type Refusal = (typeof refusals)[number];

/**
 * `signInAgain`: the application asks for a fresh sign-in. `refused`: the person may not enter; `program`: the name of the one whose
 * people may; `address` tells the application.
 */
export const ApplicationSignIn = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('goesOn'), address: z.string() }),
  z.object({ outcome: z.literal('signInAgain'), application: z.string() }),
  z.object({
    outcome: z.literal('refused'),
    application: z.string(),
    why: z.enum(refusals),
    program: z._default(z.nullable(z.string()), null),
    address: z.string(),
  }),
]);
export type ApplicationSignIn = z.infer<typeof ApplicationSignIn>;

/** The request is known by the cookie that the browser got with it: nobody can answer for another browser. */
export const signInToApplication = endpoint('POST /api/openid/sign-ins/:request', {
  summary: 'Answers the sign-in request of an application with the session of the caller.',
  access: 'signedIn',
  notWhileImpersonating: true,
  params: z.object({ request: z.string().check(z.regex(/^[\w-]{20,60}$/)) }),
  reply: json(ApplicationSignIn),
});

export const listApplicationSignIns = endpoint('GET /api/openid/sign-ins', {
  summary: "Lists the applications that the caller's session has signed in to.",
  access: 'signedIn',
  whilePasswordIsDue: true,
  whileFactorIsDue: true,
  /** `isTold`: the application is told when the session ends. */
  reply: json(z.array(z.object({ name: z.string(), isTold: z.boolean() }))),
});
