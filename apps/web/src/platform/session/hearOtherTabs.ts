import { readStoredSession } from './sessionStore.ts';

const hearsayMs = 500;

/** Waits a moment for what another tab has just stored: browsers may pass it on late. */
export async function hearOtherTabs(): Promise<void> {
  await new Promise<void>((resolve) => {
    addEventListener('storage', () => resolve(), { once: true });
    setTimeout(resolve, hearsayMs);
  });
  readStoredSession();
}
