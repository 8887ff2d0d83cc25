import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element when it mounts, if the control that it replaces had the focus. For an element with
 * `tabIndex={-1}`.
 */
export function useFocusIfLost<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) element.current?.focus();
  }, []);
  return element;
}
