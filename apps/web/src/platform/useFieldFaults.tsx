import type { ReactNode } from 'react';
import { CallFailed } from './call/CallFailed.ts';
import { useValidationText } from './useValidationText.ts';

/** Whether a failure is told at the fields of its form, so that it needs no words of its own. */
export function isToldAtFields(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.errors.length > 0;
}

/** What to say at each field after a refused submit, and nothing before (S5.1). */
export function useFieldFaults(failure: unknown): (field: string) => ReactNode {
  const validationText = useValidationText();
  const faults = isToldAtFields(failure) ? failure.errors : [];
  return (field) => {
    const keys = faults.filter(({ path }) => path === field).map(({ messageKey }) => messageKey);
    if (keys.length === 0) return null;
    return keys.map((key) => (
      <span key={key} className="block">
        {validationText(key)}
      </span>
    ));
  };
}
