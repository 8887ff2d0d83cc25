import { useSyncExternalStore } from 'react';
import { browserMemory } from '../browser/memory.ts';
import { createNotifier } from '../notifier.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'guichet.theme';
const changes = createNotifier();
export const subscribeToTheme = changes.subscribe;

export function getTheme(): Theme {
  const stored = browserMemory.recall(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Makes the page follow the device, or be light or dark, by `data-theme`, which sets `color-scheme`. */
export function setTheme(theme: Theme): void {
  browserMemory.remember(storageKey, theme);
  applyTheme();
}

export function applyTheme(): void {
  const theme = getTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  changes.notify();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, getTheme);
}
