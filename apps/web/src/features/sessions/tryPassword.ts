import { type LoginOutcome, login } from '@guichet/contract/sessions';
import { CallFailed } from '../../platform/call/CallFailed.ts';
import { call } from '../../platform/call/call.ts';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { readClaims } from '../../platform/session/readClaims.ts';
import { signIn } from '../../platform/session/sessionStore.ts';

const atFault: Refusal = { code: 4401, cause: 'serverAtFault', secondsToWait: null };

/** Signs in where the password is right; gives what to say where it is not, or where the call failed in any way. */
export async function tryPassword(username: string, password: string): Promise<Refusal | null> {
  try {
    const outcome = await call(login, { body: { username, password } });
    if (!outcome.success) return refusalOf(outcome);
    const claims = readClaims(outcome.payload.accessToken);
    if (!claims) return atFault;
    signIn(outcome.payload, claims);
    return null;
  } catch (failure) {
    return { ...atFault, secondsToWait: failure instanceof CallFailed ? failure.retryAfter : null };
  }
}

function refusalOf(outcome: Extract<LoginOutcome, { success: false }>): Refusal {
  const seconds = outcome.statusCode === 4401 ? outcome.retryAfter : undefined;
  if (seconds === undefined) return { code: outcome.statusCode, cause: null, secondsToWait: null };
  return { code: outcome.statusCode, cause: 'tooManyTries', secondsToWait: seconds };
}
