import { useEffect, useState } from 'react';

// S9.9: five seconds, one more after the pointer or the focus has left, 300 ms of fading.
const shownMs = 5000;
const shownAfterLeavingMs = 1000;
export const fadeMs = 300;

/** Times a toast; it stays while hovered or focused, and one that `stays` until it is closed. */
export function useToastLife(onEnd: () => void, stays: boolean) {
  const [isFading, setFading] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [wait, setWait] = useState(shownMs);
  const isHeld = stays || isPointed || isFocused;

  useEffect(() => {
    if (isHeld || isFading) return;
    const timer = setTimeout(() => setFading(true), wait);
    return () => clearTimeout(timer);
  }, [isHeld, isFading, wait]);

  useEffect(() => {
    if (!isFading) return;
    const timer = setTimeout(onEnd, fadeMs);
    return () => clearTimeout(timer);
  }, [isFading, onEnd]);

  function hold(set: (held: boolean) => void, held: boolean) {
    set(held);
    setWait(shownAfterLeavingMs);
  }

  return {
    isFading,
    close: () => setFading(true),
    holders: {
      // Not onPointerEnter: React misses it when a card moves under a resting pointer because the one there was
      // removed.
      onPointerOver: () => hold(setPointed, true),
      onPointerLeave: () => hold(setPointed, false),
      onFocus: () => hold(setFocused, true),
      onBlur: () => hold(setFocused, false),
    },
  };
}
