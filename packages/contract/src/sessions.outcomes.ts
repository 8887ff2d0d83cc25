import * as z from 'zod/mini';
import { SecondFactorNeeded } from './factors.challenge.ts';

export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof TokenPair>;

/** The ends of a sign-in, between the numbers of the wire (S8.3, readings §2) and their names. */

const signedInCodec = z.codec(
  z.object({ success: z.literal(true), statusCode: z.literal(200), payload: TokenPair }),
  z.object({ outcome: z.literal('signedIn'), tokens: TokenPair }),
  {
    decode: ({ payload }) => ({ outcome: 'signedIn' as const, tokens: payload }),
    encode: ({ tokens }) => ({ success: true as const, statusCode: 200 as const, payload: tokens }),
  },
);

/** Unknown name, wrong password or code, or too many tries: then `retryAfter`, in seconds, is set. */
const refusedCodec = z.codec(
  z.object({
    success: z.literal(false),
    statusCode: z.literal(4401),
    payload: z.null(),
    retryAfter: z.optional(z.int()),
  }),
  z.object({ outcome: z.literal('refused'), retryAfter: z.optional(z.int()) }),
  {
    decode: ({ retryAfter }) => ({
      outcome: 'refused' as const,
      ...(retryAfter !== undefined && { retryAfter }),
    }),
    encode: ({ retryAfter }) => ({
      success: false as const,
      statusCode: 4401 as const,
      payload: null,
      ...(retryAfter !== undefined && { retryAfter }),
    }),
  },
);

const secondFactorCodec = z.codec(
  z.object({ success: z.literal(false), statusCode: z.literal(4406), payload: SecondFactorNeeded }),
  z.object({ outcome: z.literal('secondFactorNeeded'), needed: SecondFactorNeeded }),
  {
    decode: ({ payload }) => ({ outcome: 'secondFactorNeeded' as const, needed: payload }),
    encode: ({ needed }) => ({ success: false as const, statusCode: 4406 as const, payload: needed }),
  },
);

/** A refusal that says nothing but which one it is. */
function refusalCodec<const Code extends number, const Name extends string>(statusCode: Code, outcome: Name) {
  return z.codec(
    z.object({ success: z.literal(false), statusCode: z.literal(statusCode), payload: z.null() }),
    z.object({ outcome: z.literal(outcome) }),
    {
      decode: () => ({ outcome }) as never,
      encode: () => ({ success: false, statusCode, payload: null }) as never,
    },
  );
}

/** The password is right, but the account is deactivated or has no role. */
const noAccess = refusalCodec(4403, 'noAccess');
/** The challenge is over, by time, by use, by five wrong codes or by a password that changed meanwhile: sign in anew. */
const challengeOver = refusalCodec(4407, 'challengeOver');
/** The password is right, and was given by somebody else too long ago. */
const passwordLapsed = refusalCodec(4408, 'passwordLapsed');
/** The password is right, but only a link opens the account, which has just been mailed. */
const linkDue = refusalCodec(4409, 'linkDue');

export const LoginOutcome = z.union([
  signedInCodec,
  refusedCodec,
  noAccess,
  secondFactorCodec,
  passwordLapsed,
  linkDue,
]);
export type LoginOutcome = z.infer<typeof LoginOutcome>;

export const SecondFactorOutcome = z.union([signedInCodec, refusedCodec, noAccess, challengeOver, linkDue]);
export type SecondFactorOutcome = z.infer<typeof SecondFactorOutcome>;

/** The HTTP status that goes with an end of a sign-in. */
export function answerOfSignIn(reply: LoginOutcome | SecondFactorOutcome) {
  if (reply.outcome === 'signedIn') return { status: 200 };
  if (reply.outcome === 'noAccess') return { status: 403 };
  if (reply.outcome !== 'refused' || reply.retryAfter === undefined) return { status: 401 };
  return { status: 429, headers: { 'retry-after': String(reply.retryAfter) } };
}
