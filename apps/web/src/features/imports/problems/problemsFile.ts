import type { Problem } from '@guichet/contract/imports.problems';
import type { useProblemHeadings } from './problemWords.ts';

/** The problems as rows of a file for the author of the list; headings first. */
export function problemsFileRows(
  problems: readonly Problem[],
  headings: ReturnType<typeof useProblemHeadings>,
  reasonOf: (problem: Problem) => string,
): string[][] {
  return [
    [headings.line, headings.column, headings.reason, headings.text],
    ...problems.map((problem) => [
      problem.line === null ? '' : String(problem.line),
      problem.column ?? '',
      reasonOf(problem),
      problem.text,
    ]),
  ];
}
