import { useSyncExternalStore } from 'react';
import { createNotifier } from '../notifier.ts';

const { subscribe, notify } = createNotifier();
let opener: (() => void) | null = null;

/** Lets the banner open the command palette, until the returned function is called. */
export function offerPalette(open: () => void): () => void {
  opener = open;
  notify();
  return () => {
    opener = null;
    notify();
  };
}

/** Ctrl or ⌘ with K, which opens the command palette. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** A function that opens the command palette; null on a page without a palette. */
export function usePaletteOpener(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => opener);
}
