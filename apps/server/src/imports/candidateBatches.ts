import type { FileReport } from '@guichet/contract/imports';
import type { Problem } from '@guichet/contract/imports.problems';
import { type Candidate, openCandidateRows } from './candidateRows.ts';
import { isBlank, type Sheet, SheetFault, type SheetLimits, type SheetRow } from './sheet.ts';
import { openColumns } from './sheetChoice.ts';
import { type Columns, columnProblems, type Matching } from './sheetColumns.ts';
import { openTextSheet } from './sheetCsv.ts';
import { rowsBelow } from './sheetHead.ts';
import { sheetKindOf } from './sheetKind.ts';
import type { KeyedLayout } from './sheetLayout.ts';
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
  /** Null when no row could be read. */
  readonly layout: KeyedLayout | null;
}

export type ReadingStep = Batch | End;

interface Reading {
  layout: KeyedLayout | null;
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
  matching: Matching = {},
): Generator<ReadingStep> {
  const reading: Reading = { layout: null, columns: null, rows: 0, blankLines: 0, badRows: 0, problems: 0 };
  let problems: readonly Problem[];
  try {
    problems = yield* readList(reading, openSheets(bytes, fileName, limits), limits, matching);
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
    layout: reading.layout,
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
  matching: Matching,
): Generator<Batch, readonly Problem[]> {
  const { head, columns, layout, fault } = openColumns(sheets, matching);
  reading.layout = layout;
  if (fault) throw fault;
  reading.columns = columns;
  const unclear = columnProblems(columns);
  if (unclear.length > 0) return unclear;
  const { sheet } = head;
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
  for (const row of rowsBelow(head, columns.line)) {
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

function isSample(row: SheetRow, { at }: Columns): boolean {
  const email = at.email === null ? '' : (row.cells[at.email] ?? '');
  return email.length < 40 && email.trim().toLowerCase() === sampleEmail;
}

function reportOf(columns: Columns, { rows, blankLines }: Reading): FileReport {
  return { rows, blankLines, recognised: columns.recognised, ignoredColumns: columns.ignored };
}
