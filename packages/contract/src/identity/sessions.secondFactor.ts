import * as z from 'zod/mini';
import { endpoint, json, outcome } from '../core/endpoint.ts';
import { SecondFactorAnswer } from './factors.challenge.ts';
import { PasskeyAssertion, PasskeyRequest } from './factors.webauthn.ts';
import { answerOfSignIn, SecondFactorOutcome } from './sessions.outcomes.ts';

const answered = outcome(SecondFactorOutcome, answerOfSignIn);

export const answerSecondFactor = endpoint('POST /api/auth/secondfactor', {
  summary: 'Opens the session after a reply 4406, with a code or a passkey.',
  access: 'public',
  body: json(z.object({ challenge: z.string().check(z.maxLength(100)), answer: SecondFactorAnswer })),
  reply: answered,
});

export const askForPasskey = endpoint('POST /api/auth/passkey/options', {
  summary: 'Returns the WebAuthn options for signing in without a password.',
  access: 'public',
  reply: json(PasskeyRequest),
});

export const signInWithPasskey = endpoint('POST /api/auth/passkey', {
  summary: 'Opens a session with a passkey alone.',
  access: 'public',
  body: json(z.object({ passkey: PasskeyAssertion })),
  reply: answered,
});
