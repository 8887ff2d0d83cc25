import { useEffect } from 'react';
import { fetchTab } from './tabs.ts';
import type { TabName } from './useTabAddress.ts';

/** The scripts of all tabs come once the page has nothing else to do, so that each of them opens at once. */
export function useFetchedTabs(names: readonly TabName[]): void {
  useEffect(() => whenIdle(() => names.map(fetchTab)), [names]);
}

/** Returns what calls it off. */
function whenIdle(act: () => unknown): () => void {
  // Safari knows no idle time.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}
