import type { SecondFactorNeeded } from '@guichet/contract/identity/factors.challenge';
import { login } from '@guichet/contract/identity/sessions';
import type { LoginOutcome } from '@guichet/contract/identity/sessions.outcomes';
import { CallFailed } from '../../core/call/CallFailed.ts';
import { call } from '../../core/call/call.ts';
import type { Refusal } from '../../core/forms/RefusalNotice.tsx';
import { takeSession } from '../../core/session/readClaims.ts';

/** The outcome of a sign-in attempt: open session, second factor due, or refusal. */
export type SignInEnd =
  | { readonly kind: 'open' }
  | { readonly kind: 'secondFactor'; readonly needed: SecondFactorNeeded }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const atFault: Refusal = { code: 'refused', cause: 'serverAtFault', secondsToWait: null };

/** Signs in with the password. Returns the next step or the refusal; a failed call counts as a refusal. */
export async function tryPassword(username: string, password: string): Promise<SignInEnd> {
  try {
    const reply = await call(login, { body: { username, password } });
    if (reply.outcome === 'secondFactorNeeded') return { kind: 'secondFactor', needed: reply.needed };
    if (reply.outcome !== 'signedIn') {
      const refusal = refusalOf(reply);
      const isChecked = refusal.code === 'refused' && refusal.cause === null;
      return {
        kind: 'refused',
        refusal: { ...refusal, hasBlanks: isChecked && password !== password.trim() },
      };
    }
    return takeSession(reply.tokens) ? { kind: 'open' } : { kind: 'refused', refusal: atFault };
  } catch (failure) {
    return { kind: 'refused', refusal: { ...atFault, ...readFault(failure) } };
  }
}

/** The wait that a failed call asks for, and of a bug the server's text, which has the number of its lines in the log. */
export function readFault(failure: unknown): Pick<Refusal, 'secondsToWait' | 'bug'> {
  if (!(failure instanceof CallFailed)) return { secondsToWait: null };
  const { retryAfter: secondsToWait, code, detail } = failure;
  return { secondsToWait, bug: code === 'internal' && detail };
}

type RefusedLogin = Exclude<LoginOutcome, { outcome: 'signedIn' | 'secondFactorNeeded' }>;

function refusalOf(reply: RefusedLogin): Refusal {
  const seconds = reply.outcome === 'refused' ? reply.retryAfter : undefined;
  if (seconds === undefined)
    return {
      code: reply.outcome,
      cause: null,
      secondsToWait: null,
      ...(reply.outcome === 'noAccess' && { shut: reply }),
    };
  return { code: reply.outcome, cause: 'tooManyTries', secondsToWait: seconds };
}
