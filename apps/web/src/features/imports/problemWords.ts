import { columnFields } from '@guichet/contract/imports.columns';
import type { Problem } from '@guichet/contract/imports.problems';
import { useCallback } from 'react';
import { useT } from '../../platform/i18n/useT.ts';

/** What is wrong, in the user's words. */
export function useProblemText(): (problem: Pick<Problem, 'code' | 'params'>) => string {
  const t = useT();
  return useCallback(
    ({ code, params = {} }) => {
      const field = columnFields.find((name) => name === params.field);
      const words = Object.entries(params).map(([name, value]) => [name, lineAsText(name, value)]);
      return t(`Import.Problem.${code}`, {
        ...Object.fromEntries(words),
        ...(field && { field: t(`Import.Field.${field}`) }),
      });
    },
    [t],
  );
}

/** A line number is a name, not an amount: it is written as spreadsheets write it, without a blank in 12 345. */
function lineAsText(name: string, value: string | number): string | number {
  return name === 'otherLine' ? String(value) : value;
}

/** The same fault without its particulars, for choosing among kinds of faults. */
export function useProblemKind(): (code: Problem['code']) => string {
  const t = useT();
  return (code) => t(`Import.ProblemKind.${code}`);
}
