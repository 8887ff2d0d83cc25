import * as z from 'zod/mini';
import { PasskeyAssertion, PasskeyRequest } from './factors.webauthn.ts';

/** The reply to a correct password when the account has a second factor. The challenge is valid once, for 5 minutes. */
export const SecondFactorNeeded = z.object({
  challenge: z.string(),
  hasTotp: z.boolean(),
  hasRecoveryCodes: z.boolean(),
  passkey: z.nullable(PasskeyRequest),
});
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>;

const code = z.string().check(z.maxLength(40));

export const SecondFactorAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), code }),
  z.object({ kind: z.literal('recoveryCode'), code }),
  z.object({ kind: z.literal('passkey'), passkey: PasskeyAssertion }),
]);
export type SecondFactorAnswer = z.infer<typeof SecondFactorAnswer>;
