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

const secondFactorCodec = z.codec(
  z.object({ success: z.literal(false), statusCode: z.literal(4406), payload: SecondFactorNeeded }),
  z.object({ outcome: z.literal('secondFactorNeeded'), needed: SecondFactorNeeded }),
  {
    decode: ({ payload }) => ({ outcome: 'secondFactorNeeded', needed: payload }) as const,
    encode: ({ needed }) => ({ success: false, statusCode: 4406, payload: needed }) as const,
  },
);

/** A sign-in that opens no session; `more` is the same on the wire. */
function refusalCodec<
  const Code extends number,
  const Name extends string,
  const More extends z.core.$ZodLooseShape = Record<never, never>,
>(statusCode: Code, outcome: Name, more?: More) {
  return z.codec(
    z.object({
      success: z.literal(false),
      statusCode: z.literal(statusCode),
      payload: z.null(),
      ...(more as More),
    }),
    z.object({ outcome: z.literal(outcome), ...(more as More) }),
    {
      decode: (wire) => ({ ...(wire as object), outcome }) as never,
      encode: (named) => ({ ...(named as object), success: false, statusCode, payload: null }) as never,
    },
  );
}

/** Unknown name, wrong password or code, or too many tries; after too many tries `retryAfter` is set, in seconds. */
const refused = refusalCodec(4401, 'refused', { retryAfter: z.optional(z.int()) });
/** The password is correct, but the account is deactivated or locked, or has no role. */
const noAccess = refusalCodec(4403, 'noAccess', {
  reason: z.optional(z.enum(['deactivated', 'locked', 'noRole'])),
  /** The office to call. */
  contact: z.optional(OfficeContact),
});
export type NoAccess = z.infer<typeof noAccess>;

/** The challenge is no longer valid: expired, used, after five wrong codes, or the password changed meanwhile. */
const challengeOver = refusalCodec(4407, 'challengeOver');
/** The password is correct, but somebody else set it and it has expired. */
const passwordLapsed = refusalCodec(4408, 'passwordLapsed');
/** The password is correct, but the account must be opened through a link, which was just mailed. */
const linkDue = refusalCodec(4409, 'linkDue');

export const LoginOutcome = z.union([
  signedInCodec,
  refused,
  noAccess,
  secondFactorCodec,
  passwordLapsed,
  linkDue,
]);
export type LoginOutcome = z.infer<typeof LoginOutcome>;

export const SecondFactorOutcome = z.union([signedInCodec, refused, noAccess, challengeOver, linkDue]);
export type SecondFactorOutcome = z.infer<typeof SecondFactorOutcome>;

export function answerOfSignIn(reply: LoginOutcome | SecondFactorOutcome) {
  if (reply.outcome === 'signedIn') return { status: 200 };
  if (reply.outcome === 'noAccess') return { status: 403 };
  if (reply.outcome !== 'refused' || reply.retryAfter === undefined) return { status: 401 };
  return { status: 429, headers: { 'retry-after': String(reply.retryAfter) } };
}
