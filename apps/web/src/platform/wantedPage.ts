import { keepSystem } from './location.ts';

const historyKey = 'guichet.wanted';

/**
 * Goes to sign-in in the place of a page that needs it (S2.2). The history entry remembers the page, and not the
 * address: nobody can make a link to sign-in that leads elsewhere afterwards.
 */
export function leaveToSignIn(systemId: number | null): void {
  const wanted = location.pathname + location.search;
  history.replaceState({ ...history.state, [historyKey]: wanted }, '', keepSystem('/login', systemId));
}

/** The page from which one was sent to sign-in; null for who came to sign-in first. */
export function findWantedPage(): string | null {
  return history.state?.[historyKey] ?? null;
}
