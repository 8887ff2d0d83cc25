import { useLayoutEffect, useSyncExternalStore } from 'react';
import { listToasts, subscribeToToasts } from '../toasts/toastStore.ts';
import { moveAtRest } from './moveAtRest.ts';

/** The pixels above and below the toasts. */
const marginPx = 24;
const isBehindDialog = () => document.querySelector('[role$=dialog]') !== null;

/** Lets a page leave room to the toasts at its top (app.css); behind a dialog the page stays as it is. */
export function useToastRoom(): void {
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts);
  useLayoutEffect(() => {
    function makeRoom() {
      const place = document.querySelector<HTMLElement>('[data-toasts]');
      const height = place && toasts.length > 0 ? place.scrollHeight + marginPx : 0;
      place?.style.setProperty('--toast-room', `${height}px`);
    }
    return moveAtRest(makeRoom, 'main', isBehindDialog);
  }, [toasts]);
}
