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

/** Opens the command palette; null on pages that have none. */
export function usePaletteOpener(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => opener);
}
