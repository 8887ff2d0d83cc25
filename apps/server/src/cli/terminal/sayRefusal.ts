import type { Language } from '@guichet/contract/core/language';
import type { Refusal } from '@guichet/contract/imports';
import { columnProblemCodes, type Problem } from '@guichet/contract/imports.problems';
import { problemTexts } from '@guichet/contract/imports.problemTexts';
import { nameOfField } from '../../imports/imports.service.ts';
import { sayColumns, sayNotes } from '../import/sayPreview.ts';
import type { Terminal } from './command.ts';

/** Prints every problem of a list, one line each, in the words of the page. Returns the exit code. */
export function sayRefusal(refusal: Refusal, terminal: Terminal): number {
  const { detail, problems, problemsLeftOut, file, columns } = refusal;
  const { t, say, language } = terminal;
  say(detail);
  for (const problem of problems) say(`  ${placeOf(problem, terminal)}${reasonOf(problem, language)}`);
  if (problemsLeftOut > 0) say(`  ${t('problemsLeftOut', { count: problemsLeftOut })}`);
  if (file) sayNotes(file, terminal);
  if (columns && problems.some(({ code }) => columnProblemCodes.has(code))) sayColumns(columns, terminal);
  return 1;
}

function placeOf({ line, column, text }: Problem, { t }: Terminal): string {
  if (line === null) return '';
  const place = column === null ? t('atLine', { line }) : t('atCell', { line, column });
  return text === '' ? `${place}: ` : `${place} (${text}): `;
}

function reasonOf({ code, params = {} }: Problem, language: Language): string {
  const named = (_mark: string, name: string) => {
    const value = String(params[name] ?? '');
    return name === 'field' ? nameOfField(value, language) : value;
  };
  return problemTexts[code][language].replace(/\{(\w+)\}/g, named);
}
