import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Holds the values in memory when the storage is missing; they then last as long as the page. */
const unstored = new Map<string, string>();

/**
 * A value of this tab under a key, in which the name of the user stands; null for none. Survives a reload. `change` makes
 * the next value from the present one. A value of the whole browser outlasts the tab, and other tabs follow it at once.
 */
export function useKept<T>(key: string, within: 'tab' | 'browser' = 'tab') {
  const text = useSyncExternalStore(subscribe, () => read(key, within));
  const kept = useMemo(() => parse<T>(text), [text]);
  const keep = useCallback(
    (next: T | null) => write(key, next && JSON.stringify(next), within),
    [key, within],
  );
  const change = useCallback(
    (next: (before: T | null) => T | null) => keep(next(parse<T>(read(key, within)))),
    [keep, key, within],
  );
  return [kept, keep, change] as const;
}

function parse<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}

const storageOf = { tab: () => sessionStorage, browser: () => localStorage };

function read(key: string, within: keyof typeof storageOf): string | null {
  try {
    return unstored.get(key) ?? storageOf[within]().getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(key: string, text: string | null, within: keyof typeof storageOf): void {
  unstored.delete(key);
  try {
    if (text === null) storageOf[within]().removeItem(key);
    else storageOf[within]().setItem(key, text);
  } catch {
    if (text !== null) unstored.set(key, text);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
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
