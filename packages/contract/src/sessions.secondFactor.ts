import * as z from 'zod/mini';
import { endpoint, json, outcome } from './core/endpoint.ts';
import { SecondFactorAnswer } from './factors.challenge.ts';
import { PasskeyAssertion, PasskeyRequest } from './factors.webauthn.ts';
import { TokenPair } from './sessions.ts';

/**
 * As at sign-in, and 4407: the challenge is over, by time, by use, by five wrong codes or by a password that changed
 * meanwhile, and the sign-in begins anew.
 */
export const SecondFactorOutcome = z.discriminatedUnion('statusCode', [
  z.object({ success: z.literal(true), statusCode: z.literal(200), payload: TokenPair }),
  z.object({
    success: z.literal(false),
    statusCode: z.literal(4401),
    payload: z.null(),
    retryAfter: z.optional(z.int()),
  }),
  z.object({ success: z.literal(false), statusCode: z.literal(4403), payload: z.null() }),
  z.object({ success: z.literal(false), statusCode: z.literal(4407), payload: z.null() }),
  z.object({ success: z.literal(false), statusCode: z.literal(4409), payload: z.null() }),
]);
export type SecondFactorOutcome = z.infer<typeof SecondFactorOutcome>;

const answered = outcome(SecondFactorOutcome, (reply) => {
  if (reply.statusCode === 200) return { status: 200 };
  if (reply.statusCode === 4403) return { status: 403 };
  if (reply.statusCode !== 4401 || reply.retryAfter === undefined) return { status: 401 };
  return { status: 429, headers: { 'retry-after': String(reply.retryAfter) } };
});

export const answerSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/secondfactor',
  summary: 'Opens the session that the password alone did not (4406), with a code or a passkey.',
  access: 'public',
  body: json(z.object({ challenge: z.string().check(z.maxLength(100)), answer: SecondFactorAnswer })),
  reply: answered,
});

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  summary: 'What a passkey has to answer to sign in without a password.',
  access: 'public',
  reply: json(PasskeyRequest),
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Opens a session with a passkey alone.',
  access: 'public',
  body: json(z.object({ passkey: PasskeyAssertion })),
  reply: answered,
});
