import * as z from 'zod/mini';
import { PasskeyAssertion, PasskeyRequest } from './factors.webauthn.ts';

/** What the right password is answered for whoever has a second factor. The challenge is good for 5 minutes, once. */
export const SecondFactorNeeded = z.object({
  challenge: z.string(),
  hasTotp: z.boolean(),
  hasRecoveryCodes: z.boolean(),
  /** Null: this account has no passkey. */
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
