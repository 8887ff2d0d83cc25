import { readStoredSession, sessionKey } from './sessionStore.ts';

/** A sign-in, refresh or sign-out in one tab counts in all of them. */
export function shareSessionAcrossTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === sessionKey || event.key === null) readStoredSession();
  });
  // No event tells of a cookie that another tab has changed.
  if (__SESSION_STORE__ === 'cookie') addEventListener('focus', () => readStoredSession());
}
