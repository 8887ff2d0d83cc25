import type { SecondFactorNeeded } from '@guichet/contract/factors.challenge';
import { type LoginOutcome, login } from '@guichet/contract/sessions';
import { CallFailed } from '../../platform/call/CallFailed.ts';
import { call } from '../../platform/call/call.ts';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { takeSession } from './takeSession.ts';

/** How a try to sign in ends: the session is open, or one more thing is asked, or it is refused. */
export type SignInEnd =
  | { readonly kind: 'open' }
  | { readonly kind: 'secondFactor'; readonly needed: SecondFactorNeeded }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const atFault: Refusal = { code: 4401, cause: 'serverAtFault', secondsToWait: null };

/** Signs in where the password is right and enough; else says what is asked next, or why not, a failed call included. */
export async function tryPassword(username: string, password: string): Promise<SignInEnd> {
  try {
    const outcome = await call(login, { body: { username, password } });
    if (outcome.statusCode === 4406) return { kind: 'secondFactor', needed: outcome.payload };
    if (!outcome.success) return { kind: 'refused', refusal: refusalOf(outcome) };
    return takeSession(outcome.payload) ? { kind: 'open' } : { kind: 'refused', refusal: atFault };
  } catch (failure) {
    const secondsToWait = failure instanceof CallFailed ? failure.retryAfter : null;
    return { kind: 'refused', refusal: { ...atFault, secondsToWait } };
  }
}

function refusalOf(outcome: Extract<LoginOutcome, { statusCode: 4401 | 4403 | 4408 | 4409 }>): Refusal {
  const seconds = outcome.statusCode === 4401 ? outcome.retryAfter : undefined;
  if (seconds === undefined) return { code: outcome.statusCode, cause: null, secondsToWait: null };
  return { code: outcome.statusCode, cause: 'tooManyTries', secondsToWait: seconds };
}
