import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Goes to an address of this site without loading the page anew. */
export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(history.state, '', to);
}

export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** The value of a query parameter, and of none when it is empty. */
export function useQueryParam(name: string): string | null {
  return useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name) || null);
}

/** The system that an address names in its query, as `?systemId=3`. */
export function useQuerySystemId(): number | null {
  const text = useQueryParam('systemId');
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Adds `systemId` to a path, where there is one to keep. */
export function keepSystem(path: string, systemId: number | null): string {
  return systemId === null ? path : `${path}?systemId=${systemId}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Hears every change of the address, whoever makes it: `navigate`, the browser's buttons, or the router of the pages
 * behind sign-in, which calls the same two functions. Called once, before that router is made.
 */
export function watchAddress(): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history);
    history[name] = (...args: Parameters<History['pushState']>) => {
      original(...args);
      tell();
    };
  }
  addEventListener('popstate', tell);
}
