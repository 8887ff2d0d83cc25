import { sessionKey, sessionStore } from './sessionStore.ts';

/** A sign-in, refresh or sign-out in one tab counts in all of them. */
export function shareSessionAcrossTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === sessionKey || event.key === null) void readStoredSession();
  });
  // No event tells of a cookie that another tab has changed.
  if (__SESSION_STORE__ === 'cookie') addEventListener('focus', () => void readStoredSession());
}

const hearsayMs = 500;

/** Waits a moment for what another tab has just stored: a browser may run them apart, and passes it on with a delay. */
export async function hearOtherTabs(): Promise<void> {
  await new Promise<void>((resolve) => {
    addEventListener('storage', () => resolve(), { once: true });
    setTimeout(resolve, hearsayMs);
  });
  await readStoredSession();
}

/** Takes what another tab has stored, or nobody's session when it has cleared the store. */
export async function readStoredSession(): Promise<void> {
  await sessionStore.persist.rehydrate();
}
