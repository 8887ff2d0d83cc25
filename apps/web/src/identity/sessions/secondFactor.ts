import type { SecondFactorAnswer, SecondFactorNeeded } from '@guichet/contract/identity/factors.challenge';
import type { PasskeyRequest } from '@guichet/contract/identity/factors.webauthn';
import type { SecondFactorOutcome } from '@guichet/contract/identity/sessions.outcomes';
import {
  answerSecondFactor,
  askForPasskey,
  signInWithPasskey,
} from '@guichet/contract/identity/sessions.secondFactor';
import { CallFailed } from '../../core/call/CallFailed.ts';
import { call } from '../../core/call/call.ts';
import type { Refusal } from '../../core/forms/RefusalNotice.tsx';
import { askBrowser } from '../../core/session/passkeys.ts';
import { takeSession } from '../../core/session/readClaims.ts';
import { readFault } from './tryPassword.ts';

type Told = 'code' | 'passkey';

/** Answers with a code. Null when the session is open. */
export async function sendCode(
  { challenge }: SecondFactorNeeded,
  answer: Extract<SecondFactorAnswer, { code: string }>,
): Promise<Refusal | null> {
  return told('code', () => call(answerSecondFactor, { body: { challenge, answer } }));
}

/** Answers with a passkey. Null when the session is open. */
export async function sendPasskey({ challenge, passkey }: SecondFactorNeeded): Promise<Refusal | null> {
  const assertion = passkey && (await askBrowser(passkey));
  if (!assertion) return passkeyUnused;
  const answer = { kind: 'passkey' as const, passkey: assertion };
  return told('passkey', () => call(answerSecondFactor, { body: { challenge, answer } }));
}

/** Signs in with a passkey alone. Null when the session is open. */
export async function openWithPasskey(): Promise<Refusal | null> {
  let request: PasskeyRequest;
  try {
    request = await call(askForPasskey);
  } catch (failure) {
    return faultOf(failure);
  }
  const passkey = await askBrowser(request);
  if (!passkey) return passkeyUnused;
  return told('passkey', () => call(signInWithPasskey, { body: { passkey } }));
}

const passkeyUnused: Refusal = { code: 'passkeyUnused', cause: null, secondsToWait: null };

async function told(what: Told, send: () => Promise<SecondFactorOutcome>): Promise<Refusal | null> {
  try {
    const reply = await send();
    if (reply.outcome === 'signedIn') return takeSession(reply.tokens) ? null : faultOf(null);
    if (reply.outcome !== 'refused') {
      const shut = reply.outcome === 'noAccess' && { shut: reply };
      return { code: reply.outcome, cause: null, secondsToWait: null, ...shut };
    }
    // During a wait, the server has not checked the code.
    if (reply.retryAfter !== undefined) return tooMany(reply.retryAfter);
    return { code: what, cause: null, secondsToWait: null };
  } catch (failure) {
    return faultOf(failure);
  }
}

function faultOf(failure: unknown): Refusal {
  const told = readFault(failure);
  const isTooMuch = failure instanceof CallFailed && failure.status === 429;
  return isTooMuch ? tooMany(told.secondsToWait) : { code: 'fault', cause: null, ...told };
}

function tooMany(secondsToWait: number | null): Refusal {
  return { code: 'tooMany', cause: null, secondsToWait };
}
