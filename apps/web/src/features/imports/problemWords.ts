import type { Problem } from '@guichet/contract/imports.problems';
import { useCallback } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { useFieldName } from './useFieldName.ts';

/** What is wrong, in the user's words. */
export function useProblemText(): (problem: Pick<Problem, 'code' | 'params'>) => string {
  const t = useT();
  const fieldName = useFieldName();
  return useCallback(
    ({ code, params = {} }) => {
      const wordOf = (name: string, value: string | number) => {
        if (name === 'field') return fieldName(String(value));
        // A line number is a name, not an amount: spreadsheets write it without a blank in 12 345.
        return name === 'otherLine' ? String(value) : value;
      };
      const words = Object.entries(params).map(([name, value]) => [name, wordOf(name, value)]);
      return t(`Import.Problem.${code}`, Object.fromEntries(words));
    },
    [t, fieldName],
  );
}

/** The same fault without its particulars, for choosing among kinds of faults. */
export function useProblemKind(): (code: Problem['code']) => string {
  const t = useT();
  return (code) => t(`Import.ProblemKind.${code}`);
}
