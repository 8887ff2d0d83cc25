import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Holds the values in memory when sessionStorage is missing; they then last as long as the page. */
const unstored = new Map<string, string>();

/** A value of this tab under a key, in which the name of the user stands; null for none. It survives a reload. */
export function useKept<T>(key: string) {
  const text = useSyncExternalStore(subscribe, () => read(key));
  const kept = useMemo(() => (text === null ? null : (JSON.parse(text) as T)), [text]);
  const keep = useCallback((next: T | null) => write(key, next && JSON.stringify(next)), [key]);
  return [kept, keep] as const;
}

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(key: string, text: string | null): void {
  unstored.delete(key);
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    if (text !== null) unstored.set(key, text);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets the browser ask before the tab closes with what was typed. */
export function useAskBeforeUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
