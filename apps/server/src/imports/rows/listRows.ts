import type { FileReport } from '@guichet/contract/imports/imports';
import { fileNotesMax, widestList } from '@guichet/contract/imports/imports.columns';
import { isTruth } from '../columns/fields/candidateFields.ts';
import { confidentialColumns, sampleEmail } from '../columns/listColumns.ts';
import type { Columns, ReadingChoices } from '../columns/sheetColumns.ts';
import { searchedRows } from '../columns/sheetHead.ts';
import { showHeading } from '../columns/sheetHeadings.ts';
import { isBlank, locateRow, quote, type SheetRow } from '../formats/sheet.ts';
import { isFooter, isLone, isRule, isTotal } from '../formats/skippedLines.ts';
import { repairText } from '../formats/text/doubleEncoding.ts';
import { unescapeText } from '../formats/text/escapedText.ts';
import { type EditedLines, openEdits } from './choices/editedLines.ts';
import { type Leavers, openLeavers } from './choices/leavers.ts';

type SkippedKind = FileReport['skipped'][number]['kind'];

/** Notes on a list, in addition to its candidates; empty at first. */
export function openNotes() {
  return {
    blankLines: 0,
    hiddenRows: 0,
    leavers: { count: 0, people: [] } as Leavers,
    edited: { setAside: [], corrected: [], done: new Set() } as EditedLines,
    skipped: [] as FileReport['skipped'],
    repairedCells: 0,
    /** Cells that would have been repaired. */
    leftCells: 0,
    repairedSamples: [] as FileReport['repaired']['samples'],
    /** Columns that have values but no heading. */
    unnamed: new Set<number>(),
  };
}

export type ListNotes = ReturnType<typeof openNotes>;

/**
 * The candidate rows below the headings. Skips and notes all other rows: blank lines, hidden rows unless
 * included, people who have left if asked to, the template's sample row, ruled lines, repeated headings, totals at the end.
 */
export function* listRows(
  rows: Iterable<SheetRow>,
  columns: Columns,
  choices: ReadingChoices,
  notes: ListNotes,
): Generator<SheetRow> {
  // Totals, the rows after them and lone cells: held back until the end of the list, or headings again, tell what they are.
  let held: HeldRow[] = [];
  const hasLeft = openLeavers(columns, notes.leavers);
  const edit = openEdits(choices, columns, notes.edited);
  function* keep(given: SheetRow) {
    const row = edit(given);
    if (!row) return;
    if (hasLeft(row) && choices.leavers === 'leaveOut') return;
    noteUnnamed(row, columns, notes);
    const told = choices.truthNames ? withTruthNames(row, columns) : row;
    yield repaired(told, columns, choices, notes);
  }
  const hidden = confidentialColumns(columns);
  const shown = (row: SheetRow) =>
    hidden.length === 0 ? row : { ...row, cells: row.cells.filter((_, index) => !hidden.includes(index)) };
  function* release(kept: (held: HeldRow) => boolean) {
    for (const one of held) {
      if (kept(one)) yield* keep(one.row);
      else skip(notes, shown(one.row), one.kind);
    }
    held = [];
  }
  for (const row of rows) {
    const isEmpty = isBlank(row.cells);
    notes.blankLines += (row.blankBefore ?? 0) + (isEmpty ? 1 : 0);
    if (isEmpty || isSample(row, columns)) continue;
    if (row.isHidden) {
      notes.hiddenRows += 1;
      if (!choices.includeHidden) continue;
    }
    const kind = hasAddress(row, columns) ? null : kindOfLine(row, columns, held.some(isFoot));
    if (kind === 'headingsAgain') yield* release(() => false);
    if (held.length > 0 && (kind === null || held.length >= searchedRows)) yield* release(() => true);
    if (kind === 'total' || kind === 'title') held.push({ row, kind });
    else if (kind) skip(notes, shown(row), kind);
    else yield* keep(row);
  }
  yield* release((one) => !isFoot(one));
}

interface HeldRow {
  readonly row: SheetRow;
  readonly kind: 'total' | 'title';
}

const isFoot = ({ kind }: HeldRow) => kind === 'total';

export function skip(notes: ListNotes, row: SheetRow, kind: SkippedKind): void {
  if (notes.skipped.length >= fileNotesMax) return;
  const text = quote(row.cells.filter((cell) => cell.trim() !== '').join(' '));
  notes.skipped.push({ ...locateRow(row), kind, text });
}

function noteUnnamed({ cells }: SheetRow, { accounted }: Columns, { unnamed }: ListNotes): void {
  const width = Math.min(cells.length, widestList);
  for (let index = 0; index < width; index += 1)
    if (!accounted[index] && cells[index]?.trim()) unnamed.add(index);
}

/** Whether the row has an address and thus is a candidate; the fast path for most rows. */
function hasAddress({ cells }: SheetRow, { at }: Columns): boolean {
  return at.email !== null && (cells[at.email] ?? '').includes('@');
}

/** Why a line without an address is skipped; null: a candidate whose address is missing. */
function kindOfLine(row: SheetRow, columns: Columns, isAtEnd: boolean): SkippedKind | null {
  if (isRule(row.cells)) return 'rule';
  if (isHeadingsAgain(row, columns)) return 'headingsAgain';
  if (isTotal(row.cells) || (isAtEnd && isFooter(row.cells))) return 'total';
  return columns.at.email !== null && isLone(row.cells) ? 'title' : null;
}

function isSample(row: SheetRow, { at }: Columns): boolean {
  const email = at.email === null ? '' : (row.cells[at.email] ?? '');
  return email.length < 40 && email.trim().toLowerCase() === sampleEmail;
}

/** Whether the row repeats the headings of all columns that are read, as on each page of a printed list. */
function isHeadingsAgain({ cells }: SheetRow, { at, headings }: Columns): boolean {
  if (at.email === null || !headings[at.email]) return false;
  return Object.values(at).every((index) => index === null || sameWords(cells[index], headings[index]));
}

function sameWords(cell = '', heading = ''): boolean {
  return cell === heading || (cell.length < 200 && showHeading(cell) === heading);
}

const nameFields = ['firstName', 'lastName', 'fullName'] as const;

/** The row with TRUE and the like as names, in the words of the heading's language if a spreadsheet wrote them. */
function withTruthNames(row: SheetRow, { at, headings }: Columns): SheetRow {
  const cells = [...row.cells];
  const kinds = [...(row.kinds ?? [])];
  for (const field of nameFields) {
    const index = at[field];
    if (index === null) continue;
    if (kinds[index] === 'boolean') {
      const isFrench = /nom/i.test(headings[index] ?? '');
      const isTrue = cells[index] === 'TRUE';
      cells[index] = isFrench ? (isTrue ? 'Vrai' : 'Faux') : isTrue ? 'True' : 'False';
      kinds[index] = 'text';
    } else if (isTruth(cells[index] ?? '')) kinds[index] = 'text';
  }
  return { ...row, cells, kinds };
}

function repaired(row: SheetRow, columns: Columns, choices: ReadingChoices, notes: ListNotes) {
  let cells: string[] | null = null;
  const { at, headings } = columns;
  const hidden = confidentialColumns(columns);
  for (const index of new Set(Object.values(at))) {
    const before = index === null ? undefined : row.cells[index];
    if (index === null || before === undefined) continue;
    const plain = unescapeText(before);
    const isLeft = plain !== null && choices.repairCells === false;
    if (isLeft) notes.leftCells += 1;
    const told = isLeft ? before : (plain ?? before);
    const after = (choices.repairText && repairText(told)) || told;
    if (after === before) continue;
    cells ??= [...row.cells];
    cells[index] = after;
    notes.repairedCells += 1;
    const sample = {
      ...locateRow(row),
      column: headings[index] ?? '',
      before: quote(before),
      after: quote(after),
    };
    if (notes.repairedSamples.length < fileNotesMax && !hidden.includes(index))
      notes.repairedSamples.push(sample);
  }
  return cells ? { ...row, cells } : row;
}
