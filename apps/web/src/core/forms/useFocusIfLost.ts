import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it mounts, if the replaced control had the focus. */
export function useFocusIfLost<T extends HTMLElement>(takesPlace = true): RefObject<T | null> {
  const element = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what follows is no mount
  useEffect(() => {
    if (!takesPlace) return;
    if (document.activeElement === document.body || document.activeElement === null) element.current?.focus();
  }, []);
  return element;
}
