import { findProviderSignOut } from '@guichet/contract/identity/federation';
import { listApplicationSignIns } from '@guichet/contract/identity/provider';
import { logout } from '@guichet/contract/identity/sessions';
import { findPlatformSignOut } from '@guichet/contract/learning/learning';
import { call } from '../../../core/call/call.ts';
import { keepLeft, takeApplication, takeEntry } from '../../../core/session/enteredPlatform.ts';
import { forgetLetters } from '../../../core/session/keptLetters.ts';
import { signOut } from '../../../core/session/sessionStore.ts';
import { listButtons } from '../../federation/leave.ts';

/** How long the platform lookup may take: the session must end before the page moves on. */
const askMs = 500;

/**
 * Ends the session on the server. Before that, while the session can still ask, notes the platform whose own
 * session stays open, the applications that it has signed in to, and the university's provider that has opened it.
 */
export async function leave(isFromPlatform: boolean): Promise<void> {
  const entry = takeEntry();
  if (entry && !isFromPlatform) {
    const { systemId, orgId } = entry;
    const input = { params: { systemId }, query: { orgId: orgId ?? undefined } };
    const asked = call(findPlatformSignOut, { ...input, signal: AbortSignal.timeout(askMs) });
    keepLeft({ platform: await asked.catch(() => null) });
  }
  if (takeApplication()) {
    const asked = call(listApplicationSignIns, { signal: AbortSignal.timeout(askMs) });
    keepLeft({ applications: await asked.catch(() => []) });
  }
  if (listButtons().length > 0) {
    const asked = call(findProviderSignOut, { signal: AbortSignal.timeout(askMs) });
    keepLeft({ provider: await asked.catch(() => null) });
  }
  await call(logout);
}

/** Ends the session in this browser, with the letters that its person had begun. */
export function forgetSession(): void {
  signOut();
  forgetLetters();
}
