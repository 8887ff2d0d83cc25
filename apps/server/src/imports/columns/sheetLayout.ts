import { createHash } from 'node:crypto';
import { fold } from '@guichet/contract/core/fold';
import { type ListLayout, layoutMaxColumns } from '@guichet/contract/imports/imports.columns';
import { quote, SheetFault, type SheetRow } from '../formats/sheet.ts';
import { isRule } from '../formats/skippedLines.ts';
import { type Field, isConfidential, isRead, listColumns, type ReadField } from './listColumns.ts';
import type { Columns } from './sheetColumns.ts';
import * as sheetColumns from './sheetColumns.ts';
import { findHeadingRow, guessHeadingRow, type SheetHead, searchedRows } from './sheetHead.ts';
import { showHeading } from './sheetHeadings.ts';

export interface KeyedLayout {
  readonly layout: ListLayout;
  /** The fingerprint of the headings in use. */
  readonly key: string;
  /** The fingerprint of each line that may hold the headings. */
  readonly keys: readonly { readonly line: number; readonly key: string }[];
}

const sampleMaxLength = 80;
const fields = listColumns.map(({ field, isRequired = false, parts = [] }) => {
  return { field, isRequired, parts: [...parts] };
});

function recogniseLayout(head: SheetHead, columns: Columns, width: number): KeyedLayout {
  const searched = head.rows.slice(0, searchedRows);
  const withText = head.rows.filter(({ cells }) => !isRule(cells));
  const fieldAt = new Map(Object.entries(columns.at).map(([field, index]) => [index, field as ReadField]));
  const claimed = new Map(
    columns.claims.flatMap(({ field, columns: at }) => at.map((index) => [index, field])),
  );
  const headings = head.rows.find(({ line }) => line === columns.line)?.cells ?? [];
  const hasLeftOut = columns.leftOut.length > 0;
  const all = Array.from({ length: width }, (_, index) => {
    const field = fieldAt.get(index) ?? null;
    const cells = withText.flatMap((row) => {
      const text = (row.cells[index] ?? '').trim();
      return text === '' ? [] : [{ line: row.line, text }];
    });
    const values = cells.filter(({ line }) => line > columns.line).map(({ text }) => text);
    const guess = field ? null : (claimed.get(index) ?? likelyField(headings[index] ?? '', values, columns));
    const isHidden = columns.leftOut.includes(index) || isConfidential(field) || isConfidential(guess);
    const mayBe = hasLeftOut && isConfidential(guess) ? null : guess;
    const samples = isHidden ? cells.filter(({ line }) => line <= columns.line) : cells;
    return {
      index,
      heading: shortHeading(headings[index] ?? ''),
      samples: samples.map(({ line, text }) => ({ line, text: shorten(text) })),
      field,
      mayBe,
      isHidden,
    };
  });
  const shown = all.filter(({ index, field }) => index < layoutMaxColumns || field !== null);
  const isHidden = (line: number, index: number) => line > columns.line && all[index]?.isHidden === true;
  return {
    layout: {
      headingLine: columns.line,
      firstLines: searched
        .filter(({ cells }) => !isRule(cells))
        .map(({ line, cells }) => ({
          line,
          cells: cells
            .slice(0, layoutMaxColumns)
            .map((cell, index) => (isHidden(line, index) ? '' : shortHeading(cell))),
        })),
      columns: shown.map(({ isHidden: _, ...column }) => column),
      columnsLeftOut: width - shown.length,
      fields: hasLeftOut ? fields.filter(({ field }) => !isConfidential(field)) : fields,
      isMatchedByHand: columns.isMatchedByHand,
    },
    key: columns.line === 0 ? keyOfWidth(width) : keyOfHeadings(headings),
    keys: [
      { line: 0, key: keyOfWidth(width) },
      ...searched.map(({ line, cells }) => ({ line, key: keyOfHeadings(cells) })),
    ],
  };
}

function measureWidth(rows: readonly SheetRow[]): number {
  return Math.max(0, ...rows.map(({ cells }) => cells.length - countTrailingBlanks(cells)));
}

/** The field that a column's values, or a word of its heading, suggest; null if it is already mapped. */
function likelyField(heading: string, values: readonly string[], { at }: Columns): Field | null {
  const open = listColumns.filter(({ field }) => !isRead(at, field));
  const words = fold(heading.slice(0, sampleMaxLength)).split(/[^a-z]+/);
  const byValues = values.length > 0 && open.find(({ looksLike }) => looksLike?.values?.(values));
  const likely =
    byValues || open.find(({ looksLike }) => words.some((word) => looksLike?.words?.includes(word)));
  return likely?.field ?? null;
}

/** A digest, since a first row may hold personal data. */
function keyOfHeadings(cells: readonly string[]): string {
  const used = cells.slice(0, cells.length - countTrailingBlanks(cells));
  return digest(JSON.stringify(used.map((cell) => fold(cell))));
}

function keyOfWidth(width: number): string {
  return digest(`no headings, ${width}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function countTrailingBlanks(cells: readonly string[]): number {
  return cells.length - 1 - cells.findLastIndex((cell) => cell.trim() !== '');
}

function shortHeading(cell: string): string {
  return shorten(showHeading(cell.slice(0, sampleMaxLength * 4)));
}

/** The cell on one line; shortened before the scan, since a cell may hold a megabyte. */
function shorten(cell: string): string {
  const line = cell
    .slice(0, sampleMaxLength * 4)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return quote(line.length > sampleMaxLength ? `${line.slice(0, sampleMaxLength - 1)}…` : line);
}

export interface OpenedColumns {
  readonly head: SheetHead;
  readonly columns: sheetColumns.Columns;
  readonly layout: KeyedLayout;
  /** Why the list cannot be read, although its columns can be shown. */
  readonly fault: SheetFault | null;
}

export function openHead(head: SheetHead, choices: sheetColumns.ReadingChoices): OpenedColumns {
  const { headingLine, columns: match } = choices;
  const width = measureWidth(head.rows);
  const known = headingLine === undefined ? findHeadingRow(head) : rowAt(head, headingLine);
  const row = known ?? (headingLine === undefined ? guessHeadingRow(head) : null);
  const opened = (found: sheetColumns.Columns, fault: SheetFault | null = null) => {
    const columns = choices.withoutExtraTime ? sheetColumns.leaveOutConfidential(found) : found;
    return { head, columns, layout: recogniseLayout(head, columns, width), fault };
  };
  if (headingLine !== undefined && headingLine > 0 && !row) {
    const fault = new SheetFault('import.headingLineUnknown', { line: headingLine });
    return opened(sheetColumns.columnsUnknown(guessHeadingRow(head), width), fault);
  }
  if (match) {
    try {
      return opened(sheetColumns.columnsByHand(match, row, width));
    } catch (fault) {
      if (!(fault instanceof SheetFault)) throw fault;
      return opened(sheetColumns.columnsUnknown(row, width), fault);
    }
  }
  if (known) return opened(sheetColumns.columnsByHeadings(known));
  const [first] = head.rows;
  const text = first?.cells.join(' ').trim() ?? '';
  const fault = new SheetFault('import.noHeadings', { line: first?.line ?? null, text });
  return opened(sheetColumns.columnsUnknown(row, width), fault);
}

/**
 * Opens a further sheet whose columns agree with the first: the same fields by its own headings; of columns
 * matched by hand, the same headings. Null if they do not agree.
 */
export function openAlike(
  head: SheetHead,
  first: OpenedColumns,
  choices: sheetColumns.ReadingChoices,
): OpenedColumns | null {
  const byHeadings = openHead(head, { ...choices, headingLine: undefined, columns: undefined });
  if (choices.headingLine === undefined && !choices.columns)
    return !byHeadings.fault && fieldsOf(byHeadings) === fieldsOf(first) ? byHeadings : null;
  const same = byHeadings.layout.keys.find(({ key }) => key === first.layout.key);
  return same ? openHead(head, { ...choices, headingLine: same.line }) : null;
}

function fieldsOf({ columns: { recognised, claims } }: OpenedColumns): string {
  const fields = [...recognised, ...claims].map(({ field }) => field);
  return fields.toSorted().join();
}

function rowAt({ rows }: SheetHead, line: number): SheetRow | null {
  return rows.slice(0, searchedRows).find((row) => row.line === line) ?? null;
}
