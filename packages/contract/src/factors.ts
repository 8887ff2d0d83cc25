import * as z from 'zod/mini';
import { endpoint, json, outcome } from './core/endpoint.ts';
import { id, instant } from './core/wire.ts';
import { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from './factors.webauthn.ts';

export const passkeyNameMaxLength = 60;
/** More than anybody has devices. */
export const mostPasskeys = 20;

/** Shows that the person signed in sits there: the password, or a passkey in answer to `askForProof`. */
export const Proof = z.union([
  z.object({ password: z.string().check(z.minLength(1, 'required'), z.maxLength(1000)) }),
  z.object({ passkey: PasskeyAssertion }),
]);
export type Proof = z.infer<typeof Proof>;

const proven = json(z.object({ proof: Proof }));
const code = z.string().check(z.minLength(1, 'required'), z.maxLength(40));
const RecoveryCodes = z.array(z.string());
const WrongProof = z.object({ outcome: z.literal('wrongProof') });

const forbiddenWhen = (refused: string) => (reply: { readonly outcome: string }) => ({
  status: reply.outcome === refused ? 403 : 200,
});

export const Factors = z.object({
  /** Null: no app makes codes for this account. */
  totp: z.nullable(z.object({ addedAt: instant })),
  passkeys: z.array(
    z.object({ id: z.int(), name: z.string(), addedAt: instant, lastUsedAt: z.nullable(instant) }),
  ),
  recoveryCodesLeft: z.int(),
  /** Whether a role of this person demands a second factor (setting REQUIRE_SECOND_FACTOR). */
  isRequired: z.boolean(),
});
export type Factors = z.output<typeof Factors>;

export const listFactors = endpoint({
  method: 'GET',
  path: '/api/account/factors',
  summary: 'The second factors of the person signed in.',
  access: 'signedIn',
  whileFactorIsDue: true,
  reply: json(Factors),
});

export const askForProof = endpoint({
  method: 'POST',
  path: '/api/account/factors/proof',
  summary: 'What a passkey has to answer where it stands in for the password.',
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(PasskeyRequest),
});

/** `address` is what the QR code holds; `secret` the same for who types it. It waits 15 minutes for its first code. */
export const startTotp = endpoint({
  method: 'POST',
  path: '/api/account/factors/totp/start',
  summary: 'Draws the secret for an app that makes codes; it counts once a first code has come back.',
  access: 'signedIn',
  notWhileImpersonating: true,
  whileFactorIsDue: true,
  body: proven,
  reply: outcome(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('started'), secret: z.string(), address: z.string() }),
      WrongProof,
    ]),
    forbiddenWhen('wrongProof'),
  ),
});

/** Codes are in the reply when these are the first factor's: nobody can show them again. */
const Added = z.object({ outcome: z.literal('added'), recoveryCodes: z.nullable(RecoveryCodes) });

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/account/factors/totp/confirm',
  summary: 'Takes the new app into use, in the place of an earlier one.',
  access: 'signedIn',
  notWhileImpersonating: true,
  whileFactorIsDue: true,
  body: json(z.object({ code })),
  reply: outcome(
    z.discriminatedUnion('outcome', [Added, z.object({ outcome: z.literal('wrongCode') })]),
    forbiddenWhen('wrongCode'),
  ),
});

const Removed = outcome(
  z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('removed') }), WrongProof]),
  forbiddenWhen('wrongProof'),
);

export const removeTotp = endpoint({
  method: 'POST',
  path: '/api/account/factors/totp/remove',
  summary: 'The app makes no more codes for this account.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: proven,
  reply: Removed,
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/account/factors/passkeys/start',
  summary: 'What a browser needs to make a passkey.',
  access: 'signedIn',
  notWhileImpersonating: true,
  whileFactorIsDue: true,
  body: proven,
  reply: outcome(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('started'), creation: PasskeyCreation }),
      WrongProof,
    ]),
    forbiddenWhen('wrongProof'),
  ),
});

export const PasskeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(passkeyNameMaxLength, 'maxLength'),
    z.regex(/^\P{Cc}*$/u, 'invalid'),
  );

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/factors/passkeys',
  summary: 'Takes a passkey that the browser has made into use.',
  access: 'signedIn',
  notWhileImpersonating: true,
  whileFactorIsDue: true,
  bodyBytes: 48 * 1024,
  body: json(z.object({ name: PasskeyName, passkey: NewPasskey })),
  reply: outcome(
    z.discriminatedUnion('outcome', [Added, z.object({ outcome: z.literal('refused') })]),
    forbiddenWhen('refused'),
  ),
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/account/factors/passkeys/:passkeyId/remove',
  summary: 'This passkey opens nothing any more.',
  access: 'signedIn',
  notWhileImpersonating: true,
  params: z.object({ passkeyId: id }),
  body: proven,
  reply: Removed,
});

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/factors/recoverycodes',
  summary: 'Ten new recovery codes; those before them are void.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: proven,
  reply: outcome(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('made'), recoveryCodes: RecoveryCodes }),
      WrongProof,
    ]),
    forbiddenWhen('wrongProof'),
  ),
});

/** For who has lost all of them: the same rights as for giving that person a password. False: there were none. */
export const resetFactors = endpoint({
  method: 'POST',
  path: '/api/user/:id/resetfactors',
  summary: 'Takes every second factor from a person, ends her sessions and writes to her.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  params: z.object({ id }),
  reply: json(z.boolean()),
});
