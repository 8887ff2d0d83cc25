import type { Level } from '@guichet/contract/core/access';
import { keepSystem } from './location.ts';

const historyKey = 'guichet.wanted';
const fallbackKey = 'guichet.fallback';

/** A page that needed a sign-in: its path with its whole query, and whom it asks for. */
export interface WantedPage {
  readonly address: string;
  /** The system of its route; null where the route has none. */
  readonly systemId: number | null;
  readonly level: Level;
}

/**
 * Goes to sign-in in the place of a page that needs it (S2.2). The history entry remembers the page, and not the
 * address: nobody can make a link to sign-in that leads elsewhere afterwards.
 * @param shownSystemId the system that sign-in names: that of the route, or of the page's own query
 */
export function leaveToSignIn(wanted: Omit<WantedPage, 'address'>, shownSystemId: number | null): void {
  const address = location.pathname + location.search;
  const { [fallbackKey]: isFallback, ...state } = history.state ?? {};
  const remembered = isFallback ? state : { ...state, [historyKey]: { ...wanted, address } };
  history.replaceState(remembered, '', keepSystem('/login', shownSystemId));
}

/** Goes home from an address that names no page: nobody asked for home, so sign-in need not lead back there. */
export function fallBackHome(): void {
  history.replaceState({ ...history.state, [fallbackKey]: true }, '', '/home');
}

/** Goes home, where a password or a second factor that is due is asked for; the history entry remembers what comes then. */
export function leaveToDueStep(wanted: WantedPage, how: 'push' | 'replace'): void {
  const state = { [historyKey]: wanted };
  if (how === 'push') history.pushState(state, '', '/home');
  else history.replaceState(state, '', '/home');
}

export function forgetWantedPage(): void {
  const { [historyKey]: _, ...state } = history.state ?? {};
  history.replaceState(state, '');
}

/** The page from which one was sent to sign-in, or to a step that is due; null for who came there first. */
export function findWantedPage(): WantedPage | null {
  return history.state?.[historyKey] ?? null;
}
