import { pathAfterSignIn } from '@guichet/contract/landings';
import { login } from '@guichet/contract/sessions';
import { CallFailed } from '../../platform/call/CallFailed.ts';
import { call } from '../../platform/call/call.ts';
import { getLanguageState } from '../../platform/i18n/languageStore.ts';
import { navigate } from '../../platform/location.ts';
import { readClaims } from '../../platform/session/readClaims.ts';
import { signIn } from '../../platform/session/sessionStore.ts';

export interface Refusal {
  /** 4403 has words of its own; everything else, a dead server included, is told as 4401 (S8.3, S8.4). */
  readonly code: 4401 | 4403;
  /** Set when there were too many tries and the server says how long to wait. */
  readonly minutesToWait: number | null;
}

/** Signs in and goes where the role leads; gives what to say when that fails. */
export async function openSession(username: string, password: string): Promise<Refusal | null> {
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
    navigate(pathAfterSignIn(claims.role, getLanguageState().language));
    return null;
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure;
    return { code: 4401, minutesToWait: null };
  }
}
