import * as z from 'zod/mini';
import { endpoint, json, outcome } from './core/endpoint.ts';
import { formLanguageId } from './core/language.ts';
import { systemId } from './core/wire.ts';
import { SecondFactorNeeded } from './factors.challenge.ts';

export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof TokenPair>;

/**
 * The ends of a sign-in (S8.3, readings §2). 4401: unknown name, wrong password, or too many tries (then
 * `retryAfter` in seconds is set); 4403: the password is right, but the account is deactivated or has no role; 4406:
 * it is right, and this person has a second factor; 4408: it is right, and was given by somebody else too long ago;
 * 4409: it is right, but only a link opens the account, which has just been mailed.
 */
export const LoginOutcome = z.discriminatedUnion('statusCode', [
  z.object({ success: z.literal(true), statusCode: z.literal(200), payload: TokenPair }),
  z.object({
    success: z.literal(false),
    statusCode: z.literal(4401),
    payload: z.null(),
    retryAfter: z.optional(z.int()),
  }),
  z.object({ success: z.literal(false), statusCode: z.literal(4403), payload: z.null() }),
  z.object({ success: z.literal(false), statusCode: z.literal(4406), payload: SecondFactorNeeded }),
  z.object({ success: z.literal(false), statusCode: z.literal(4408), payload: z.null() }),
  z.object({ success: z.literal(false), statusCode: z.literal(4409), payload: z.null() }),
]);
export type LoginOutcome = z.infer<typeof LoginOutcome>;

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Opens a session with the e-mail address and the password.',
  access: 'public',
  body: json(z.object({ username: z.string(), password: z.string() })),
  reply: outcome(LoginOutcome, (reply) => {
    if (reply.statusCode === 200) return { status: 200 };
    if (reply.statusCode === 4403) return { status: 403 };
    if (reply.statusCode === 4401 && reply.retryAfter !== undefined)
      return { status: 429, headers: { 'retry-after': String(reply.retryAfter) } };
    return { status: 401 };
  }),
});

/** Both tokens stand in the query because the specification says so (S7.4); no log ever holds a query. */
export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Changes a refresh token for a new pair; each refresh token works once.',
  access: 'public',
  query: z.object({ token: z.string(), refreshToken: z.string() }),
  reply: json(TokenPair),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Ends the session of the bearer token at once.',
  access: 'signedIn',
  whilePasswordIsDue: true,
  whileFactorIsDue: true,
  reply: json(z.boolean()),
});

/** A window carries no header: the ticket comes as a cookie that goes to the window's own path only (readings §3). */
export const issueTicket = endpoint({
  method: 'POST',
  path: '/api/auth/ticket',
  summary: 'Gives this browser a cookie that opens one window, once, within 30 seconds.',
  access: 'signedIn',
  body: json(z.object({ purpose: z.literal('sendEmailTest'), systemId, languageId: formLanguageId })),
  reply: json(z.boolean()),
});

/** What the access token says. `exp` and `iat` are seconds; the leeway is zero (S9.11). */
export const AccessClaims = z.object({
  sub: z.string(),
  name: z.string(),
  username: z.string(),
  role: z.union([z.string(), z.array(z.string())]),
  sid: z.string(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  act: z.optional(z.object({ sub: z.string(), name: z.string() })),
});
export type AccessClaims = z.infer<typeof AccessClaims>;
