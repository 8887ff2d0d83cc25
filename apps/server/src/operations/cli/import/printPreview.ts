import type { Language } from '@guichet/contract/core/language';
import type { FileReport, Preview, Refusal } from '@guichet/contract/imports/imports';
import {
  type ColumnMatch,
  columnLetters,
  columnMatch,
  type LayoutColumn,
  leavesQuestion,
} from '@guichet/contract/imports/imports.columns';
import { columnProblemCodes, type Problem } from '@guichet/contract/imports/imports.problems';
import { problemText } from '@guichet/contract/imports/imports.problemTexts';
import * as z from 'zod/mini';
import { nameOfField } from '../../../imports/imports.service.ts';
import type { Terminal } from '../terminal/command.ts';

const samplesShown = 3;

/** Prints what an import would do. */
export function printPreview(
  { file, columns, counts, mails, doubtfulDomains, numbersOfOthers, otherExtraTimes }: Preview,
  terminal: Terminal,
): void {
  const { t, say } = terminal;
  say(t('previewRows', { rows: file.rows, blank: file.blankLines }));
  say(t('previewAccounts', { made: counts.newAccount, known: counts.knownAccount }));
  say(t('previewLeft', { already: counts.alreadyInExam, twice: counts.duplicateInFile }));
  say(t('previewMails', mails));
  for (const { email, meant, ...place } of doubtfulDomains)
    say(t('previewDomain', { line: lineOf(place), email, meant }));
  for (const { email, studentNumber: number, name, knownEmail: known, ...place } of numbersOfOthers.samples)
    say(t('previewNumber', { line: lineOf(place), email, number, name, known }));
  printNotes(file, terminal, otherExtraTimes);
  if (columns.remembered || (columns.layout && leavesQuestion(columns.layout)))
    printColumns(columns, terminal);
}

/** Prints what is left out of a list, and the repairs in it. `otherExtraTimes`: the people who keep another extra time. */
export function printNotes(file: FileReport, { t, say }: Terminal, otherExtraTimes = 0): void {
  const {
    sheets = [],
    leavers,
    hidden,
    repaired,
    skipped,
    ignoredColumns,
    unnamedColumns,
    columnsLeftOut: count,
  } = file;
  for (const { name: sheet, people } of sheets.filter(({ isRead }) => !isRead))
    say(t('previewSheet', { sheet, people }));
  for (const { name, email, text, ...place } of leavers?.people ?? []) {
    const said = { line: lineOf(place), name: name || email, text: text || '–' };
    say(t(`previewLeaver.${leavers?.answer ?? 'unanswered'}`, said));
  }
  if (otherExtraTimes > 0) say(t('extraTimesKept', { count: otherExtraTimes }));
  if (hidden.rows > 0) say(t(hidden.included ? 'previewHidden' : 'previewHiddenLeft', { rows: hidden.rows }));
  if (repaired.cells > 0) say(t('previewRepaired', { cells: repaired.cells }));
  for (const { text, ...place } of skipped) say(t('previewSkipped', { line: lineOf(place), text }));
  const unread = [...ignoredColumns, ...unnamedColumns.map((column) => t('columnUnnamed', { column }))];
  if (unread.length > 0)
    say(t(count > 0 ? 'columnsMore' : 'columnsUnread', { columns: unread.join(', '), count }));
}

/** Prints the columns with some of their values, and how they may be matched. */
export function printColumns({ layout, remembered }: Preview['columns'], { t, say, language }: Terminal) {
  if (!layout) return;
  const { headingLine: line, columns } = layout;
  say(line === 0 ? t('columnsWithoutHeadings') : t('columnsOfList', { line }));
  for (const { index, heading, samples, field, mayBe } of columns) {
    const below = samples.filter((sample) => sample.line > line).map(({ text }) => text);
    const known = field ?? mayBe;
    const fieldName = known ? nameOfField(known, language) : '';
    say(
      t('columnLine', {
        index,
        letters: columnLetters(index),
        heading,
        samples: [...new Set(below)].slice(0, samplesShown).join(' · '),
        field: known ? t(field ? 'columnRead' : 'columnMaybe', { field: fieldName }) : '',
      }),
    );
  }
  const proposed = remembered?.columns ?? proposalOf(columns);
  if (Object.keys(proposed).length === 0) return;
  const options = `--columns '${z.encode(columnMatch, proposed)}' --heading-line ${remembered?.headingLine ?? line}`;
  say(t('columnsProposed', { options }));
}

/** The matching that was read, completed with each field that a single column may be. */
function proposalOf(columns: readonly LayoutColumn[]): ColumnMatch {
  const read = columns.flatMap(({ field, index }) => (field ? [[field, index] as const] : []));
  const guessed = columns.flatMap(({ mayBe, index }) =>
    mayBe && columns.filter((other) => other.mayBe === mayBe).length === 1 ? [[mayBe, index] as const] : [],
  );
  return Object.fromEntries([...guessed, ...read]);
}

/** Prints every problem of a list on its own line, in the words of the page. Returns the exit code. */
export function printRefusal(refusal: Refusal, terminal: Terminal): number {
  const { detail, problems, problemsLeftOut, file, columns } = refusal;
  const { t, say, language } = terminal;
  say(detail);
  for (const problem of problems) say(`  ${placeOf(problem, terminal)}${reasonOf(problem, language)}`);
  if (problemsLeftOut > 0) say(`  ${t('problemsLeftOut', { count: problemsLeftOut })}`);
  if (file) printNotes(file, terminal);
  if (columns && problems.some(({ code }) => columnProblemCodes.has(code))) printColumns(columns, terminal);
  return 1;
}

function lineOf({ line, sheet }: { readonly line: number; readonly sheet?: string | undefined }): string {
  return sheet === undefined ? String(line) : `${line} (${sheet})`;
}

function placeOf({ line: number, sheet, column, text }: Problem, { t, language }: Terminal): string {
  if (number === null) return '';
  const line = lineOf({ line: number, sheet });
  const place = column === null ? t('atLine', { line }) : t('atCell', { line, column });
  return `${text === '' ? place : `${place} (${text})`}${language === 'fr' ? '\u00a0' : ''}: `;
}

function reasonOf({ code, params = {} }: Problem, language: Language): string {
  const named = (_mark: string, name: string) => {
    const value = String(params[name] ?? '');
    return name === 'field' ? nameOfField(value, language) : value;
  };
  return problemText({ code, params })[language].replace(/\{(\w+)\}/g, named);
}
