import * as z from 'zod/mini';
import { OfficeContact } from '../systems/systems.office.ts';
import { SecondFactorNeeded } from './factors.challenge.ts';

export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof TokenPair>;

/** Sign-in outcomes by their wire numbers (S8.3, readings §2). */

const signedInCodec = z.codec(
  z.object({ success: z.literal(true), statusCode: z.literal(200), payload: TokenPair }),
  z.object({ outcome: z.literal('signedIn'), tokens: TokenPair }),
  {
    decode: ({ payload }) => ({ outcome: 'signedIn', tokens: payload }) as const,
    encode: ({ tokens }) => ({ success: true, statusCode: 200, payload: tokens }) as const,
  },
);

/** Unknown name, wrong password or code, or too many tries; after too many tries `retryAfter` is set, in seconds. */
const refusedCodec = z.codec(
  z.object({
    success: z.literal(false),
    statusCode: z.literal(4401),
    payload: z.null(),
    retryAfter: z.optional(z.int()),
  }),
  z.object({ outcome: z.literal('refused'), retryAfter: z.optional(z.int()) }),
  {
    decode: ({ retryAfter }) => ({ outcome: 'refused', retryAfter }) as const,
    encode: ({ retryAfter }) => ({ success: false, statusCode: 4401, payload: null, retryAfter }) as const,
  },
);

const secondFactorCodec = z.codec(
  z.object({ success: z.literal(false), statusCode: z.literal(4406), payload: SecondFactorNeeded }),
  z.object({ outcome: z.literal('secondFactorNeeded'), needed: SecondFactorNeeded }),
  {
    decode: ({ payload }) => ({ outcome: 'secondFactorNeeded', needed: payload }) as const,
    encode: ({ needed }) => ({ success: false, statusCode: 4406, payload: needed }) as const,
  },
);

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

const shut = {
  reason: z.optional(z.enum(['deactivated', 'locked', 'noRole'])),
  /** The office to call. */
  contact: z.optional(OfficeContact),
};

/** The password is correct, but the account is deactivated or locked, or has no role. */
const noAccess = z.codec(
  z.object({ success: z.literal(false), statusCode: z.literal(4403), payload: z.null(), ...shut }),
  z.object({ outcome: z.literal('noAccess'), ...shut }),
  {
    decode: ({ reason, contact }) => ({ outcome: 'noAccess', reason, contact }) as const,
    encode: ({ reason, contact }) =>
      ({ success: false, statusCode: 4403, payload: null, reason, contact }) as const,
  },
);
export type NoAccess = z.infer<typeof noAccess>;

/** The challenge is no longer valid: expired, used, after five wrong codes, or the password changed meanwhile. */
const challengeOver = refusalCodec(4407, 'challengeOver');
/** The password is correct, but somebody else set it and it has expired. */
const passwordLapsed = refusalCodec(4408, 'passwordLapsed');
/** The password is correct, but the account must be opened through a link, which was just mailed. */
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

export function answerOfSignIn(reply: LoginOutcome | SecondFactorOutcome) {
  if (reply.outcome === 'signedIn') return { status: 200 };
  if (reply.outcome === 'noAccess') return { status: 403 };
  if (reply.outcome !== 'refused' || reply.retryAfter === undefined) return { status: 401 };
  return { status: 429, headers: { 'retry-after': String(reply.retryAfter) } };
}
