import type { Problem } from '@guichet/contract/imports/imports.problems';
import { problemText } from '@guichet/contract/imports/imports.problemTexts';
import { useCallback } from 'react';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { useFieldName } from '../columns/useFieldName.ts';
import { lineText } from '../lineText.ts';

export function useProblemText(): (problem: Pick<Problem, 'code' | 'params'>) => string {
  const { language, number } = useTexts();
  const fieldName = useFieldName();
  return useCallback(
    ({ code, params = {} }) => {
      const wordOf = (name: string, value: string | number) => {
        if (name === 'field') return fieldName(String(value));
        // Line numbers are not grouped, since spreadsheets show 12345, not 12 345.
        return typeof value === 'number' && name !== 'otherLine' ? number(value) : String(value);
      };
      return problemText({ code, params })[language].replace(/\{(\w+)\}/g, (mark, name: string) =>
        params[name] === undefined ? mark : wordOf(name, params[name]),
      );
    },
    [language, number, fieldName],
  );
}

/** The column names of the problems, on the screen and in the downloaded file. */
export function useProblemHeadings() {
  const t = useT();
  return {
    line: t('Import.Problems.Line'),
    column: t('Import.Problems.Column'),
    reason: t('Import.Problems.Reason'),
    text: t('Import.Problems.Text'),
    person: t('Import.Problems.Person'),
    email: t('User.email'),
  };
}

/** The problems as rows of a file for the author of the list, headings first. */
export function problemsFileRows(
  problems: readonly Problem[],
  headings: ReturnType<typeof useProblemHeadings>,
  reasonOf: (problem: Problem) => string,
): string[][] {
  return [
    [headings.line, headings.column, headings.reason, headings.text, headings.person, headings.email],
    ...problems.map((problem) => [
      problem.line === null ? '' : lineText({ line: problem.line, sheet: problem.sheet }),
      problem.column ?? '',
      reasonOf(problem),
      problem.text,
      problem.person?.name ?? '',
      problem.person?.email ?? '',
    ]),
  ];
}
