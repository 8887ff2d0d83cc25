import type { Level } from '@guichet/contract/core/access';
import { keepSystem } from './location.ts';

const historyKey = 'guichet.wanted';
const fallbackKey = 'guichet.fallback';

/** A page that required a sign-in: its path with the whole query, and the required access. */
export interface WantedPage {
  readonly address: string;
  /** The system of the route; null for a route without a system. */
  readonly systemId: number | null;
  readonly level: Level;
}

/**
 * Replaces a page that requires a sign-in by the sign-in page (S2.2). The history entry remembers the page,
 * not the address, so that no link can set where a sign-in leads.
 * @param shownSystemId the system that sign-in shows: from the route, or from the page's own query
 */
export function leaveToSignIn(wanted: Omit<WantedPage, 'address'>, shownSystemId: number | null): void {
  const address = location.pathname + location.search;
  const { [fallbackKey]: isFallback, ...state } = history.state ?? {};
  const remembered = isFallback ? state : { ...state, [historyKey]: { ...wanted, address } };
  const query = new URLSearchParams(keepSystem('', shownSystemId));
  // A mailed link speaks one language all the way.
  const language = new URLSearchParams(location.search).get('lang');
  if (language) query.set('lang', language);
  history.replaceState(remembered, '', query.size > 0 ? `/login?${query}` : '/login');
}

/** Redirects from an unknown address to home, which sign-in then does not treat as requested. */
export function fallBackHome(): void {
  history.replaceState({ ...history.state, [fallbackKey]: true }, '', '/home');
}

/** Goes home, which asks for a due password or factor; the history entry remembers the page that follows. */
export function leaveToDueStep(wanted: WantedPage, how: 'push' | 'replace'): void {
  const state = { [historyKey]: wanted };
  if (how === 'push') history.pushState(state, '', '/home');
  else history.replaceState(state, '', '/home');
}

export function forgetWantedPage(): void {
  const { [historyKey]: _, ...state } = history.state ?? {};
  history.replaceState(state, '');
}

/** The page that redirected to sign-in or to a due step; null without one. */
export function findWantedPage(): WantedPage | null {
  return history.state?.[historyKey] ?? null;
}
