import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** Says that a whole page is on its way, until the function that comes back is called. */
export function announceWait(): () => void {
  change(1);
  return () => change(-1);
}

export function useIsPageAwaited(): boolean {
  return useSyncExternalStore(subscribe, () => count > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: number): void {
  count += by;
  for (const listener of listeners) listener();
}
