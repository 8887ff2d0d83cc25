import { type ReactNode, type RefObject, useEffect } from 'react';
import { CallFailed } from './call/CallFailed.ts';
import { useValidationText } from './useValidationText.ts';

/** The faults that a refused call found in the fields of a form; null for every other failure. */
function fieldFaults(failure: unknown): CallFailed['errors'] | null {
  return failure instanceof CallFailed && failure.errors.length > 0 ? failure.errors : null;
}

/** Whether a failure is told at the fields, so that it needs no words of its own. */
export function isToldAtFields(failure: unknown): boolean {
  return fieldFaults(failure) !== null;
}

/**
 * What to say at each field after a refused submit, and nothing before (S5.1). Brings the focus to the first field
 * that is refused.
 */
export function useFieldFaults(
  failure: unknown,
  form: RefObject<HTMLFormElement | null>,
): (field: string) => ReactNode {
  const validationText = useValidationText();
  const faults = fieldFaults(failure);

  useEffect(() => {
    if (faults) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults, form]);

  return (field) => {
    const keys = (faults ?? []).filter(({ path }) => path === field).map(({ messageKey }) => messageKey);
    return (
      keys.length > 0 &&
      keys.map((key) => (
        <span key={key} className="block">
          {validationText(key)}
        </span>
      ))
    );
  };
}
