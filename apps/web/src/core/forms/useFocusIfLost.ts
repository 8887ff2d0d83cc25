import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element when it mounts and takes the place of another, if the control that it replaces had the focus. For a
 * control, or an element with `tabIndex={-1}`.
 */
export function useFocusIfLost<T extends HTMLElement>(takesPlace = true): RefObject<T | null> {
  const element = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what follows is no mount
  useEffect(() => {
    if (!takesPlace) return;
    if (document.activeElement === document.body || document.activeElement === null) element.current?.focus();
  }, []);
  return element;
}
