import { type RefObject, useEffect, useRef } from 'react';

/**
 * For what comes in the place of a control that was just used: takes the focus over when it appears, if the control
 * has taken it away with it. Goes on an element with `tabIndex={-1}`.
 */
export function useFocusIfLost<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) element.current?.focus();
  }, []);
  return element;
}
