import type { FileReport, Preview } from '@guichet/contract/imports/imports';
import { columnLetters, type ListedSheet } from '@guichet/contract/imports/imports.columns';
import type { EncodingReading, ListEncoding } from '@guichet/contract/imports/imports.encodings';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { findSide, noteSingleName, openWholeNames, tellSplitNames } from '../columns/fields/wholeNames.ts';
import { sampleEncodings } from '../columns/sampleNames.ts';
import {
  type Columns,
  columnProblems,
  confidentialHeading,
  mostIgnored,
  type ReadingChoices,
} from '../columns/sheetColumns.ts';
import { fieldNamed } from '../columns/sheetHeadings.ts';
import type { KeyedLayout } from '../columns/sheetLayout.ts';
import { openSheets } from '../formats/openSheets.ts';
import { copyString, quote, type Sheet, SheetFault, type SheetLimits, splitLine } from '../formats/sheet.ts';
import { type Candidate, openCandidateRows } from './candidateRows.ts';
import { requireDone } from './choices/editedLines.ts';
import { openMailDomains } from './doubtfulDomains.ts';
import { makeDuplicateDetector } from './duplicateDetector.ts';
import { openNotes, skip } from './listRows.ts';
import { listSheets, type ReadSheet } from './listSheets.ts';

export interface Batch {
  readonly kind: 'batch';
  readonly candidates: readonly Candidate[];
  readonly problems: readonly Problem[];
  /** Rows read so far, and the fraction of the file read, 0 to 1. */
  readonly rows: number;
  readonly share: number;
}

/** The last step. The file is valid if no step, this one included, holds a problem. */
export interface End {
  readonly kind: 'end';
  readonly problems: readonly Problem[];
  readonly badRows: number;
  readonly problemsLeftOut: number;
  /** Null if no headings were found. */
  readonly file: FileReport | null;
  /** Where no column is known: the encodings in which a text file makes sense. */
  readonly encodings: readonly EncodingReading[];
  /** Null if no row could be read. */
  readonly layout: KeyedLayout | null;
  readonly tally: ListTally;
}

/** Counts over all candidates of a list. */
export interface ListTally {
  readonly doubtfulDomains: Preview['doubtfulDomains'];
  /** The number of people to whom the list gives extra time. */
  readonly extraTimes: number;
  readonly singleNames: Preview['singleNames'];
}

export type ReadingStep = Batch | End;

/** Staged by one statement, which nobody notices on the embedded database. */
const batchRows = 1_000;

/** Reads a file into candidates. Faults of the file become problems; only a bug throws. */
export function* readBatches(
  bytes: Uint8Array,
  fileName: string,
  limits: SheetLimits,
  choices: ReadingChoices = {},
): Generator<ReadingStep> {
  const reading = openReading(choices);
  let problems: readonly Problem[];
  try {
    const open = (encoding = choices.encoding) => openSheets(bytes, fileName, limits, fieldNamed, encoding);
    reading.open = open;
    problems = yield* readList(reading, open, limits, choices);
  } catch (fault) {
    if (!(fault instanceof SheetFault)) throw fault;
    problems = [fault.problem];
  }
  const read = reading.sheets.filter(({ isRead }) => isRead).map(({ name }) => name);
  const placed = <T extends { readonly line: number }>(found: T) => ({
    ...found,
    ...splitLine(found.line, read),
  });
  yield {
    kind: 'end',
    problems,
    badRows: reading.badRows,
    problemsLeftOut: Math.max(0, reading.problems - limits.problems),
    file: reading.columns && reportOf(reading.columns, reading, choices),
    encodings: reading.unknown ? sampleEncodings(reading, reading.unknown) : [],
    layout: reading.layout,
    tally: {
      doubtfulDomains: reading.domains.listDoubtful().map(placed),
      extraTimes: reading.extended.size,
      singleNames: { ...reading.singleNames, samples: reading.singleNames.samples.map(placed) },
    },
  };
}

function openReading({ nameOrder }: ReadingChoices) {
  return {
    layout: null as KeyedLayout | null,
    columns: null as Columns | null,
    /** The columns of a sheet that cannot be read as it is. */
    unknown: null as Columns | null,
    encoding: null as string | null,
    readings: [] as readonly ListEncoding[],
    open: (_encoding?: ListEncoding): Iterable<Sheet> => [],
    sheets: [] as readonly ListedSheet[],
    notes: openNotes(),
    names: openWholeNames(nameOrder),
    detectDuplicate: makeDuplicateDetector(),
    domains: openMailDomains(),
    /** The addresses of the people with extra time. */
    extended: new Set<string>(),
    singleNames: { people: 0, samples: [] as Preview['singleNames']['samples'] },
    rows: 0,
    badRows: 0,
    problems: 0,
  };
}

type Reading = ReturnType<typeof openReading>;

/** @returns the problems that do not belong to a row */
function* readList(
  reading: Reading,
  open: () => Iterable<Sheet>,
  limits: SheetLimits,
  choices: ReadingChoices,
): Generator<Batch, readonly Problem[]> {
  const { notes } = reading;
  const sheets = listSheets(open, choices, notes);
  const late: Problem[] = [];
  for (let step = sheets.next(); ; step = sheets.next()) {
    if (step.done) {
      reading.sheets = step.value;
      break;
    }
    late.push(...(yield* readSheet(reading, step.value, limits, choices)));
  }
  const { columns, rows } = reading;
  requireDone(choices, notes.edited);
  const { count } = notes.leavers;
  if (count > 0 && choices.leavers === undefined)
    late.push({ line: null, column: null, code: 'import.leavers', text: '', params: { count } });
  if (!columns || rows > 0 || late.length > 0) return late;
  if (count > 0) throw new SheetFault('import.allLeft', { line: columns.line, params: { count } });
  if (notes.hiddenRows > 0)
    throw new SheetFault('import.allHidden', { line: columns.line, params: { count: notes.hiddenRows } });
  throw new SheetFault('import.noRows', { line: columns.line });
}

/** @returns the problems that do not belong to a row, or are known only at the end of the sheet */
function* readSheet(
  reading: Reading,
  { head, columns, layout, fault, rows, of }: ReadSheet,
  limits: SheetLimits,
  choices: ReadingChoices,
): Generator<Batch, readonly Problem[]> {
  const denied = choices.readsConfidential ? null : confidentialHeading(columns);
  if (denied !== null) {
    const column = quote(denied);
    throw new SheetFault('import.extraTimeDenied', {
      line: columns.line || null,
      column,
      params: { column },
    });
  }
  reading.layout ??= layout;
  const { sheet } = head;
  reading.readings = sheet.readings ?? [];
  if (fault) reading.unknown = columns;
  if (fault) throw fault;
  reading.columns ??= columns;
  const unclear = columnProblems(columns);
  if (unclear.length > 0) return unclear;
  const { notes } = reading;
  reading.encoding = sheet.encoding;
  for (const row of head.rows) if (row.line < columns.line) skip(notes, { ...row, ...of }, 'title');
  const names = { ...reading.names, side: findSide(head.rows, columns) };
  const people = openCandidateRows(columns, sheet, choices, reading.detectDuplicate, names);
  let candidates: Candidate[] = [];
  let problems: Problem[] = [];
  const batch = (): Batch => ({
    kind: 'batch',
    candidates,
    problems,
    rows: reading.rows,
    share: sheet.share(),
  });
  for (const row of rows) {
    if (reading.rows === limits.rows)
      throw new SheetFault('import.tooManyRows', { line: row.line, params: { limit: limits.rows } });
    reading.rows += 1;
    const read = people.read(row);
    if (read.candidate) {
      candidates.push(read.candidate);
      reading.domains.add(read.candidate);
      noteSingleName(reading.singleNames, read.candidate);
      if (read.candidate.extraTime) reading.extended.add(copyString(read.candidate.emailKey));
    } else {
      reading.badRows += 1;
      const left = Math.max(0, limits.problems - reading.problems);
      problems.push(...read.problems.slice(0, left));
      reading.problems += read.problems.length;
    }
    if (reading.rows % batchRows === 0) {
      yield batch();
      candidates = [];
      problems = [];
    }
  }
  if (candidates.length + problems.length > 0) yield batch();
  const late = people.end();
  reading.badRows += late.length;
  return late;
}

function reportOf(
  columns: Columns,
  reading: Reading,
  { includeHidden = false, leavers: answer }: ReadingChoices,
): FileReport {
  const { rows, notes, encoding, sheets } = reading;
  const unnamed = [...notes.unnamed].toSorted((a, b) => a - b);
  return {
    rows,
    ...(sheets.length > 0 && { sheets: [...sheets] }),
    blankLines: notes.blankLines,
    recognised: columns.recognised,
    ignoredColumns: columns.ignored,
    unnamedColumns: unnamed.slice(0, mostIgnored).map(columnLetters),
    ...(columns.leftOut[0] !== undefined && {
      leftOutColumn: quote(columns.headings[columns.leftOut[0]] ?? ''),
    }),
    columnsLeftOut: columns.ignoredLeftOut + Math.max(0, unnamed.length - mostIgnored),
    ...tellSplitNames(reading.names),
    ...(notes.edited.setAside.length > 0 && { setAside: notes.edited.setAside }),
    ...(notes.edited.corrected.length > 0 && { corrected: notes.edited.corrected }),
    ...(notes.leavers.count > 0 && { leavers: { ...notes.leavers, answer: answer ?? 'unanswered' } }),
    hidden: { rows: notes.hiddenRows, included: includeHidden },
    skipped: notes.skipped,
    repaired: { cells: notes.repairedCells, samples: notes.repairedSamples, left: notes.leftCells },
    encoding,
    encodings: sampleEncodings(reading, columns),
  };
}
