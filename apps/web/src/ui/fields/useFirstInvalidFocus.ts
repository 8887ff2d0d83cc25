import { type RefObject, useEffect, useRef } from 'react';

/** A ref for a form: a change of `faults` focuses the first invalid field, or the button in its stead. */
export function useFirstInvalidFocus(faults: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the faults are what the fields were marked for
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')?.focus();
  }, [faults]);
  return form;
}
