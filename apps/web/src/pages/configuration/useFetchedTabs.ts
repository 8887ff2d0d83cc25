import { useEffect } from 'react';
import { fetchTab } from './tabs.ts';
import type { TabName } from './useTabAddress.ts';

/** Preloads the scripts of all tabs when the page is idle. */
export function useFetchedTabs(names: readonly TabName[]): void {
  useEffect(() => whenIdle(() => names.map(fetchTab)), [names]);
}

/** Returns a function that cancels it. */
function whenIdle(act: () => unknown): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}
