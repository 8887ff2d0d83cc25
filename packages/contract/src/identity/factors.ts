import * as z from 'zod/mini';
import { endpoint, instant, json, outcome } from '../core/endpoint.ts';
import { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from './factors.webauthn.ts';

export const passkeyNameMaxLength = 60;
export const mostPasskeys = 20;

/** Proves that the signed-in person is still the same: the password, or a passkey's answer to `askForProof`. */
export const Proof = z.union([
  z.object({ password: z.string().check(z.minLength(1, 'required'), z.maxLength(1000)) }),
  z.object({ passkey: PasskeyAssertion }),
]);
export type Proof = z.infer<typeof Proof>;

const proven = json(z.object({ proof: Proof }));
const code = z.string().check(z.minLength(1, 'required'), z.maxLength(40));
const RecoveryCodes = z.array(z.string());

/** The outcome of what was done, or with status 403 the outcome `refused`. */
function doneOr<Done extends z.core.$ZodTypeDiscriminable, const Refused extends string>(
  refused: Refused,
  done: Done,
) {
  return outcome(
    z.discriminatedUnion('outcome', [done, z.object({ outcome: z.literal(refused) })]),
    (reply) => ({ status: (reply as { outcome: string }).outcome === refused ? 403 : 200 }),
  );
}

export const Factors = z.object({
  totp: z.nullable(z.object({ addedAt: instant })),
  passkeys: z.array(
    z.object({ id: z.int(), name: z.string(), addedAt: instant, lastUsedAt: z.nullable(instant) }),
  ),
  recoveryCodesLeft: z.int(),
  /** Whether a role of this person requires a second factor (setting REQUIRE_SECOND_FACTOR). */
  isRequired: z.boolean(),
});
export type Factors = z.output<typeof Factors>;

export const listFactors = endpoint('GET /api/account/factors', {
  summary: "Lists the caller's second factors.",
  access: 'signedIn',
  whileFactorIsDue: true,
  reply: json(Factors),
});

export const askForProof = endpoint('POST /api/account/factors/proof', {
  summary:
    "Returns the WebAuthn options for proving the caller's identity with a passkey instead of the password.",
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(PasskeyRequest),
});

/** `address` is the content of the QR code, `secret` the key for manual entry. Expires after 15 minutes. */
export const startTotp = endpoint('POST /api/account/factors/totp/start', {
  summary: 'Generates the secret for an authenticator app; it takes effect with its first code.',
  access: 'signedIn',
  notWhileImpersonating: true,
  whileFactorIsDue: true,
  body: proven,
  reply: doneOr(
    'wrongProof',
    z.object({ outcome: z.literal('started'), secret: z.string(), address: z.string() }),
  ),
});

/** Recovery codes are returned only with the first factor of an account, and cannot be shown again. */
const Added = z.object({ outcome: z.literal('added'), recoveryCodes: z.nullable(RecoveryCodes) });

export const confirmTotp = endpoint('POST /api/account/factors/totp/confirm', {
  summary: 'Enables the new authenticator app, replacing an earlier one.',
  access: 'signedIn',
  notWhileImpersonating: true,
  whileFactorIsDue: true,
  body: json(z.object({ code })),
  reply: doneOr('wrongCode', Added),
});

const Removed = doneOr('wrongProof', z.object({ outcome: z.literal('removed') }));

export const removeTotp = endpoint('POST /api/account/factors/totp/remove', {
  summary: 'Disables the authenticator app of the account.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: proven,
  reply: Removed,
});

export const startPasskey = endpoint('POST /api/account/factors/passkeys/start', {
  summary: 'Returns the WebAuthn options for creating a passkey.',
  access: 'signedIn',
  notWhileImpersonating: true,
  whileFactorIsDue: true,
  body: proven,
  reply: doneOr('wrongProof', z.object({ outcome: z.literal('started'), creation: PasskeyCreation })),
});

export const PasskeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(passkeyNameMaxLength, 'maxLength'),
    z.regex(/^\P{Cc}*$/u, 'invalid'),
  );

export const addPasskey = endpoint('POST /api/account/factors/passkeys', {
  summary: 'Stores a passkey that the browser has created.',
  access: 'signedIn',
  notWhileImpersonating: true,
  whileFactorIsDue: true,
  bodyBytes: 48 * 1024,
  body: json(z.object({ name: PasskeyName, passkey: NewPasskey })),
  reply: doneOr('refused', Added),
});

export const removePasskey = endpoint('POST /api/account/factors/passkeys/:passkeyId/remove', {
  summary: 'Removes a passkey.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: proven,
  reply: Removed,
});

export const makeRecoveryCodes = endpoint('POST /api/account/factors/recoverycodes', {
  summary: 'Generates ten new recovery codes and invalidates the previous ones.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: proven,
  reply: doneOr('wrongProof', z.object({ outcome: z.literal('made'), recoveryCodes: RecoveryCodes })),
});

/** For a person who has lost all factors. The caller needs the right to set that person's password. False without factors. */
export const resetFactors = endpoint('POST /api/user/:id/resetfactors', {
  summary: 'Removes all second factors of a person, ends their sessions and notifies them by mail.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  reply: json(z.boolean()),
});
