import { readStoredSession, sessionKey } from './sessionStore.ts';

/** Applies a sign-in, refresh or sign-out of one tab to all tabs. */
export function shareSessionAcrossTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === sessionKey || event.key === null) readStoredSession();
  });
  // A cookie that another tab changes fires no event.
  if (__SESSION_STORE__ === 'cookie') addEventListener('focus', () => readStoredSession());
}
