import { login } from '@guichet/contract/sessions';
import { CallFailed } from '../../platform/call/CallFailed.ts';
import { call } from '../../platform/call/call.ts';
import { readClaims } from '../../platform/session/readClaims.ts';
import { signIn } from '../../platform/session/sessionStore.ts';

export interface Refusal {
  /** 4403 has words of its own; everything else, a dead server included, is told as 4401 (S8.3, S8.4). */
  readonly code: 4401 | 4403;
  /** Set when there were too many tries and the server says how long to wait. */
  readonly minutesToWait: number | null;
}

/** Signs in where the password is right; gives what to say where it is not. */
export async function tryPassword(username: string, password: string): Promise<Refusal | null> {
  try {
    const outcome = await call(login, { body: { username, password } });
    if (!outcome.success) {
      const seconds = outcome.statusCode === 4401 ? outcome.retryAfter : undefined;
      return {
        code: outcome.statusCode,
        minutesToWait: seconds === undefined ? null : Math.ceil(seconds / 60),
      };
    }
    const claims = readClaims(outcome.payload.accessToken);
    if (!claims) return { code: 4401, minutesToWait: null };
    signIn(outcome.payload, claims);
    return null;
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure;
    return { code: 4401, minutesToWait: null };
  }
}
