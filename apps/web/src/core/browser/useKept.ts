import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Holds the values in memory when sessionStorage is missing; they then last as long as the page. */
const unstored = new Map<string, string>();

/**
 * A value of this tab under a key, in which the name of the user stands; null for none. Survives a reload. `change` makes
 * the next value from the present one.
 */
export function useKept<T>(key: string) {
  const text = useSyncExternalStore(subscribe, () => read(key));
  const kept = useMemo(() => parse<T>(text), [text]);
  const keep = useCallback((next: T | null) => write(key, next && JSON.stringify(next)), [key]);
  const change = useCallback(
    (next: (before: T | null) => T | null) => keep(next(parse<T>(read(key)))),
    [keep, key],
  );
  return [kept, keep, change] as const;
}

function parse<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
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
