import * as z from 'zod/mini';
import { endpoint, json, outcome, systemId } from '../core/endpoint.ts';
import { formLanguageId } from '../core/language.ts';
import { answerOfSignIn, LoginOutcome, TokenPair } from './sessions.outcomes.ts';

export const login = endpoint('POST /api/auth/login', {
  summary: 'Opens a session with e-mail address and password.',
  access: 'public',
  body: json(z.object({ username: z.string(), password: z.string() })),
  reply: outcome(LoginOutcome, answerOfSignIn),
});

/** Both tokens are in the query, as the requirements demand (S7.4); queries are never logged. */
export const refresh = endpoint('POST /api/auth/refresh', {
  summary: 'Exchanges a refresh token for a new pair of tokens; each refresh token works once.',
  access: 'public',
  query: z.object({ token: z.string(), refreshToken: z.string() }),
  reply: json(TokenPair),
});

export const logout = endpoint('POST /api/auth/logout', {
  summary: 'Ends the session of the bearer token.',
  access: 'signedIn',
  whilePasswordIsDue: true,
  whileFactorIsDue: true,
  reply: json(z.boolean()),
});

/** A window cannot send a header, so the ticket is a cookie limited to the window's own path (readings §3). */
export const issueTicket = endpoint('POST /api/auth/ticket', {
  summary: 'Sets a cookie that opens one window, once, within 30 seconds.',
  access: 'signedIn',
  body: json(z.object({ purpose: z.literal('sendEmailTest'), systemId, languageId: formLanguageId })),
  reply: json(z.boolean()),
});

/** The claims of the access token. `exp` and `iat` are in seconds; the leeway is zero (S9.11). */
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
