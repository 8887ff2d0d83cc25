import { useLayoutEffect, useSyncExternalStore } from 'react';
import { listToasts, subscribeToToasts } from '../toasts/toastStore.ts';
import { moveAtRest } from './moveAtRest.ts';

/** The pixels above and below the toasts. */
const marginPx = 24;
const isBehindDialog = () => document.querySelector('[role$=dialog]') !== null;

/**
 * Gives toasts room above the page (app.css), and scrolls by as much, so that nothing moves: whoever scrolls up sees
 * the page's top below them. Behind a dialog the page stays as it is. On pages without this hook toasts have no room.
 */
export function useToastRoom(): void {
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts);
  useLayoutEffect(() => {
    const place = document.querySelector<HTMLElement>('[data-toasts]');
    const former = readRoom();
    const isShown = toasts.length > 0;
    function makeRoom() {
      const top = scrollY;
      const room = isShown && place ? Math.max(former, measureLowest(place) + marginPx) : 0;
      setRoom(room);
      if (room !== former) scrollTo({ top: top + room - former, behavior: 'instant' });
    }
    // A page that is scrolled beyond the room can lose the room unseen.
    if (!isBehindDialog() && (isShown || scrollY >= former)) return makeRoom();
    return moveAtRest(makeRoom, 'main', isBehindDialog);
  }, [toasts]);
  useLayoutEffect(() => {
    // Dispatched before the frame is drawn, while the router's own event comes once the new page has loaded.
    const keepTop = () => location.pathname !== passedPath && showTop();
    addEventListener('scroll', keepTop);
    return () => {
      removeEventListener('scroll', keepTop);
      setRoom(0);
    };
  }, []);
}

/** The page whose top was shown last: on another one a scroll to the top of the document is the router's. */
let passedPath = location.pathname;

/** A new page, which the router has scrolled to the top of the document, begins at its own top, with the room out of view. */
export function passToastRoom(): void {
  passedPath = location.pathname;
  showTop();
}

/** Scrolls up to the top of the page, with the room out of view. */
export function scrollToPageTop(): void {
  scrollTo({ top: readRoom(), behavior: 'instant' });
}

function showTop(): void {
  if (scrollY < readRoom() && !isBehindDialog()) scrollToPageTop();
}

function setRoom(room: number): void {
  document.documentElement.style.setProperty('--toast-room', `${room}px`);
  // A page that fits the window has to be higher, so that there is something to scroll.
  const page = document.querySelector<HTMLElement>('[data-toasts]')?.parentElement;
  page?.style.setProperty('min-height', room > 0 ? `calc(100dvh + ${room}px)` : '');
  // A notice to everyone lies above the page, and its room above that notice.
  page?.style.setProperty('--above-page', `${page.offsetTop}px`);
}

function readRoom(): number {
  return Number.parseFloat(document.documentElement.style.getPropertyValue('--toast-room')) || 0;
}

function measureLowest(place: HTMLElement): number {
  const cards = [...place.querySelectorAll<HTMLElement>('[data-toast]')];
  return Math.max(0, ...cards.map((card) => card.offsetTop + card.offsetHeight));
}
