import { findProviderSignOut } from '@guichet/contract/identity/federation';
import { listApplicationSignIns } from '@guichet/contract/identity/provider';
import { logout } from '@guichet/contract/identity/sessions';
import { findPlatformSignOut } from '@guichet/contract/learning/learning';
import { call } from '../../../core/call/call.ts';
import { keepLeft, takeApplication, takeEntry } from '../../../core/session/enteredPlatform.ts';
import { forgetLetters } from '../../../core/session/keptLetters.ts';
import { signOut } from '../../../core/session/sessionStore.ts';

/** How long the platform lookup may take: the session must end before the page moves on. */
const askMs = 800;

/**
 * Ends the session on the server. Before that, while the session can still ask, notes the platform whose own
 * session stays open, the applications that it has signed in to, and the university's provider that has opened it.
 */
export async function leave(isFromPlatform: boolean): Promise<void> {
  const signal = AbortSignal.timeout(askMs);
  // All at once: asked one after the other, a slow server would end the session here before it is told to end it there.
  const asked: Promise<void>[] = [];
  const entry = takeEntry();
  if (entry && !isFromPlatform) {
    const { systemId, orgId } = entry;
    const answer = call(findPlatformSignOut, {
      params: { systemId },
      query: { orgId: orgId ?? undefined },
      signal,
    });
    asked.push(answer.catch(() => null).then((platform) => keepLeft({ platform })));
  }
  if (takeApplication()) {
    const answer = call(listApplicationSignIns, { signal }).catch(() => []);
    asked.push(answer.then((applications) => keepLeft({ applications })));
  }
  const answer = call(findProviderSignOut, { signal }).catch(() => null);
  asked.push(answer.then((provider) => keepLeft({ provider })));
  await Promise.all(asked);
  await call(logout);
}

/** Ends the session in this browser, with the letters that its person had begun. */
export function forgetSession(): void {
  signOut();
  forgetLetters();
  // A reason may be kept by this tab where another one has signed in since.
  keepLeft({ isSignedOut: true, why: null });
}
