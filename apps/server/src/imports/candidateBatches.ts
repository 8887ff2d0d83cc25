import type { FileReport } from '@guichet/contract/imports';
import type { Problem } from '@guichet/contract/imports.problems';
import { type Candidate, openCandidateRows } from './candidateRows.ts';
import { isBlank, type Sheet, SheetFault, type SheetLimits, type SheetRow } from './sheet.ts';
import { type Columns, findColumns, missingColumns } from './sheetColumns.ts';
import { openTextSheet } from './sheetCsv.ts';
import { sheetKindOf } from './sheetKind.ts';
import { openWorkbook } from './sheetWorkbook.ts';
import { sampleEmail } from './templateSample.ts';

export interface Batch {
  readonly kind: 'batch';
  readonly candidates: readonly Candidate[];
  readonly problems: readonly Problem[];
  /** Rows read so far, and how much of the file that is, 0 to 1. */
  readonly rows: number;
  readonly share: number;
}

/** The last step. The file is good when neither it nor a batch before it holds a problem. */
export interface End {
  readonly kind: 'end';
  readonly problems: readonly Problem[];
  readonly badRows: number;
  /** Problems beyond those that one reading names. */
  readonly problemsLeftOut: number;
  /** Null when no headings were found. */
  readonly file: FileReport | null;
}

export type ReadingStep = Batch | End;

interface Reading {
  columns: Columns | null;
  rows: number;
  blankLines: number;
  badRows: number;
  problems: number;
}

const batchRows = 2_000;

/** A file from its bytes to candidates. Whatever is wrong with it ends as a problem; only a bug throws. */
export function* readBatches(
  bytes: Uint8Array,
  fileName: string,
  limits: SheetLimits,
): Generator<ReadingStep> {
  const reading: Reading = { columns: null, rows: 0, blankLines: 0, badRows: 0, problems: 0 };
  let problems: readonly Problem[];
  try {
    problems = yield* readList(reading, openSheets(bytes, fileName, limits), limits);
  } catch (fault) {
    if (!(fault instanceof SheetFault)) throw fault;
    problems = [fault.problem];
  }
  yield {
    kind: 'end',
    problems,
    badRows: reading.badRows,
    problemsLeftOut: Math.max(0, reading.problems - limits.problems),
    file: reading.columns && reportOf(reading.columns, reading),
  };
}

function* openSheets(bytes: Uint8Array, fileName: string, limits: SheetLimits): Generator<Sheet> {
  if (bytes.length > limits.bytes) {
    throw new SheetFault('import.tooLarge', { params: { limit: limits.bytes / 1024 / 1024 } });
  }
  if (sheetKindOf(bytes, fileName) === 'text') yield openTextSheet(bytes);
  else yield* openWorkbook(bytes, limits);
}

/** Returns the problems that are not those of a row. */
function* readList(
  reading: Reading,
  sheets: Iterable<Sheet>,
  limits: SheetLimits,
): Generator<Batch, readonly Problem[]> {
  const { sheet, columns } = chooseSheet(sheets);
  reading.columns = columns;
  const missing = missingColumns(columns);
  if (missing.length > 0) return missing;
  const readRow = openCandidateRows(columns, sheet.cellsCanSlip);
  let candidates: Candidate[] = [];
  let problems: Problem[] = [];
  const batch = (): Batch => ({
    kind: 'batch',
    candidates,
    problems,
    rows: reading.rows,
    share: sheet.share(),
  });
  for (const row of nextRows(sheet.rows)) {
    const isEmpty = isBlank(row.cells);
    reading.blankLines += (row.blankBefore ?? 0) + (isEmpty ? 1 : 0);
    if (isEmpty || isSample(row, columns)) continue;
    if (reading.rows === limits.rows) {
      throw new SheetFault('import.tooManyRows', { line: row.line, params: { limit: limits.rows } });
    }
    reading.rows += 1;
    const read = readRow(row);
    if (read.candidate) candidates.push(read.candidate);
    else {
      reading.badRows += 1;
      const room = Math.max(0, limits.problems - reading.problems);
      problems.push(...read.problems.slice(0, room));
      reading.problems += read.problems.length;
    }
    if (reading.rows % batchRows === 0) {
      yield batch();
      candidates = [];
      problems = [];
    }
  }
  if (candidates.length + problems.length > 0) yield batch();
  if (reading.rows === 0) throw new SheetFault('import.noRows', { line: columns.line });
  return [];
}

/** The first sheet with all columns that are needed, else the first with some. */
function chooseSheet(sheets: Iterable<Sheet>): { sheet: Sheet; columns: Columns } {
  let second: { sheet: Sheet; columns: Columns } | null = null;
  let firstRow: SheetRow | null = null;
  for (const sheet of sheets) {
    const found = findColumns(sheet.rows);
    if ('columns' in found) {
      if (missingColumns(found.columns).length === 0) return { sheet, columns: found.columns };
      second ??= { sheet, columns: found.columns };
    } else firstRow ??= found.firstRow;
  }
  if (second) return second;
  if (!firstRow) throw new SheetFault('import.emptyFile');
  throw new SheetFault('import.noHeadings', { line: firstRow.line, text: firstRow.cells.join(' ').trim() });
}

/** What is left of rows of which some have been taken; `for … of` on the iterator itself would close it. */
function nextRows(rows: Iterator<SheetRow>): Iterable<SheetRow> {
  return { [Symbol.iterator]: () => rows };
}

function isSample(row: SheetRow, { at }: Columns): boolean {
  const email = at.email === null ? '' : (row.cells[at.email] ?? '');
  return email.length < 40 && email.trim().toLowerCase() === sampleEmail;
}

function reportOf(columns: Columns, { rows, blankLines }: Reading): FileReport {
  return { rows, blankLines, recognised: columns.recognised, ignoredColumns: columns.ignored };
}
