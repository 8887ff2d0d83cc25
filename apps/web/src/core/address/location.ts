import { useSyncExternalStore } from 'react';
import { createNotifier } from '../notifier.ts';

const { subscribe, notify } = createNotifier();

/** Navigates to an address of this site without a page load. */
export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(history.state, '', to);
}

export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** The path and the query of the page. */
export function usePageAddress(): string {
  return useSyncExternalStore(subscribe, () => location.pathname + location.search);
}

/** The value of a query parameter; null when absent or empty. */
export function useQueryParam(name: string): string | null {
  return useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name) || null);
}

/** The system in the query of the address, for example `?systemId=3`; null without a valid one. */
export function useQuerySystemId(): number | null {
  const text = useQueryParam('systemId');
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Adds `systemId` to the query of a path, unless it is null. */
export function keepSystem(path: string, systemId: number | null): string {
  return systemId === null ? path : `${path}?systemId=${systemId}`;
}

/**
 * Notifies on every change of the address: by `navigate`, the browser's buttons, or the app's router, which
 * calls the same two functions. Call it once, before that router is created.
 */
export function watchAddress(): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history);
    history[name] = (...args: Parameters<History['pushState']>) => {
      original(...args);
      notify();
    };
  }
  addEventListener('popstate', notify);
}
