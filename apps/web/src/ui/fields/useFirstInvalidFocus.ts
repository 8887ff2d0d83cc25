import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for a form. Whenever `faults` changes, the first field marked as invalid gets the focus, or
 * the button that stands for such a field.
 */
export function useFirstInvalidFocus(faults: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the faults are what the fields were marked for
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')?.focus();
  }, [faults]);
  return form;
}
