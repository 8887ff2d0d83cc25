import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** Marks a page as loading until the returned function is called. */
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
