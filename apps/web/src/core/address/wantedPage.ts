import type { Level } from '@guichet/contract/core/access';
import { keepSystem } from './location.ts';

const historyKey = 'guichet.wanted';
const fallbackKey = 'guichet.fallback';

/** A page that required a sign-in: its path with its whole query, and the required access. */
export interface WantedPage {
  readonly address: string;
  /** The system of its route; null when the route has none. */
  readonly systemId: number | null;
  readonly level: Level;
}

/**
 * Replaces a page that requires a sign-in by the sign-in page (S2.2). The page is remembered in the history entry, not
 * in the address, so that no link can set where a sign-in leads.
 * @param shownSystemId the system that sign-in shows: that of the route, or of the page's own query
 */
export function leaveToSignIn(wanted: Omit<WantedPage, 'address'>, shownSystemId: number | null): void {
  const address = location.pathname + location.search;
  const { [fallbackKey]: isFallback, ...state } = history.state ?? {};
  const remembered = isFallback ? state : { ...state, [historyKey]: { ...wanted, address } };
  history.replaceState(remembered, '', keepSystem('/login', shownSystemId));
}

/** Redirects home from an unknown address; sign-in does not remember home as requested. */
export function fallBackHome(): void {
  history.replaceState({ ...history.state, [fallbackKey]: true }, '', '/home');
}

/** Goes home, where a password or second factor that is due is requested; the history entry remembers the next page. */
export function leaveToDueStep(wanted: WantedPage, how: 'push' | 'replace'): void {
  const state = { [historyKey]: wanted };
  if (how === 'push') history.pushState(state, '', '/home');
  else history.replaceState(state, '', '/home');
}

export function forgetWantedPage(): void {
  const { [historyKey]: _, ...state } = history.state ?? {};
  history.replaceState(state, '');
}

/** The page that redirected to sign-in or to a required step; null otherwise. */
export function findWantedPage(): WantedPage | null {
  return history.state?.[historyKey] ?? null;
}
