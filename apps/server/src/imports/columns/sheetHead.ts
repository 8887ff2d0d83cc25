import { isBlank, type Sheet, SheetFault, type SheetRow } from '../formats/sheet.ts';
import { isLone } from '../formats/skippedLines.ts';
import { separators, splitRow } from '../formats/text/sheetCsv.ts';
import { holdsAddress } from './fields/candidateFields.ts';
import { countHeadings } from './sheetHeadings.ts';

/** The first rows of a sheet, in which the start of the list is searched. */
export interface SheetHead {
  readonly sheet: Sheet;
  /** The first rows with text. */
  readonly rows: readonly SheetRow[];
  /** The number of blank rows after these rows. */
  readonly blankAfter: number;
  /** The error that ended the reading; rethrown when the rows are iterated. */
  readonly fault: SheetFault | null;
}

/** The number of rows in which headings are searched. */
export const searchedRows = 10;
/** A few more rows, to show values below headings in the last searched row. */
const lookedAt = searchedRows + 10;

/** Reads the first rows of a sheet; blank rows are counted in the row after them. */
export function readHead(sheet: Sheet): SheetHead {
  const head = readFirstRows(sheet);
  const separator = findHeadingRow(head) ? undefined : separators.find((one) => splitsHeadings(head, one));
  if (separator === undefined) return { ...head, rows: joinHeadings(head.rows) };
  const split = (row: SheetRow) => (isUnsplit(row) ? splitRow(row, separator) : row);
  function* rows() {
    for (let step = sheet.rows.next(); !step.done; step = sheet.rows.next()) yield split(step.value);
  }
  return {
    ...head,
    sheet: { ...sheet, rows: rows(), kind: 'untyped', cellsCanSlip: true },
    rows: head.rows.map(split),
  };
}

/** Whether the lines of a text stand whole in the first column, as a spreadsheet that awaits another separator opens them. */
function splitsHeadings({ rows }: SheetHead, separator: string): boolean {
  const searched = rows.slice(0, searchedRows).filter(isUnsplit);
  return searched.some((row) => countHeadings(splitRow(row, separator).cells) >= 2);
}

function isUnsplit({ cells }: SheetRow): boolean {
  return isLone(cells) && cells[0] !== '';
}

function readFirstRows(sheet: Sheet): SheetHead {
  const rows: SheetRow[] = [];
  let blank = 0;
  try {
    while (rows.length < lookedAt) {
      const step = sheet.rows.next();
      if (step.done) break;
      const row = step.value;
      if (isBlank(row.cells)) blank += 1 + (row.blankBefore ?? 0);
      else {
        rows.push({ ...row, blankBefore: blank + (row.blankBefore ?? 0) });
        blank = 0;
      }
    }
  } catch (fault) {
    if (!(fault instanceof SheetFault)) throw fault;
    return { sheet, rows, blankAfter: blank, fault };
  }
  return { sheet, rows, blankAfter: blank, fault: null };
}

/** All rows of the sheet below a line, in order. */
export function* rowsBelow(head: SheetHead, line: number): Generator<SheetRow> {
  const { sheet, rows, blankAfter, fault } = head;
  yield* rows.filter((row) => row.line > line);
  if (blankAfter > 0) yield { line: (rows.at(-1)?.line ?? 0) + 1, cells: [], blankBefore: blankAfter - 1 };
  if (fault) throw fault;
  for (let step = sheet.rows.next(); !step.done; step = sheet.rows.next()) yield step.value;
}

/**
 * The row of headings, perhaps below titles: the first of ten rows with two known headings, else with one. The next
 * line is preferred where as many headings stand there, as in the other language.
 */
export function findHeadingRow({ rows }: SheetHead): SheetRow | null {
  const searched = rows.slice(0, searchedRows);
  const first =
    searched.find(({ cells }) => countHeadings(cells) >= 2) ??
    searched.find(({ cells }) => countHeadings(cells) === 1 && !cells.some(holdsAddress));
  if (!first) return null;
  const next = searched[searched.indexOf(first) + 1];
  const isOther = next?.line === first.line + 1 && areHeadings(next, countHeadings(first.cells));
  return isOther ? next : first;
}

/** Whether so many headings stand in the row, two at least: a person may be « Étudiant » in a column of roles. */
function areHeadings({ cells }: SheetRow, least: number): boolean {
  return countHeadings(cells) >= Math.max(2, least) && !cells.some(holdsAddress);
}

/** Headings on two lines, such as « Étudiant » above « Nom » and « Prénom »: the lower line gets what stands above its gaps. */
function joinHeadings(rows: readonly SheetRow[]): readonly SheetRow[] {
  const at = rows.slice(0, searchedRows).findIndex(({ cells }) => countHeadings(cells) > 0);
  const [upper, lower] = at < 0 ? [] : rows.slice(at, at + 2);
  if (!upper || lower?.line !== upper.line + 1 || !areHeadings(lower, 2)) return rows;
  const width = Math.max(upper.cells.length, lower.cells.length);
  const cells = Array.from({ length: width }, (_, column) => {
    const own = lower.cells[column] ?? '';
    return own.trim() === '' ? (upper.cells[column] ?? '') : own;
  });
  return rows.with(at + 1, { ...lower, cells });
}

/**
 * Without known headings, the row with the shape of headings: the first row at least half as wide as the
 * widest, unless the row holds an address. Null: the list has no headings.
 */
export function guessHeadingRow({ rows }: SheetHead): SheetRow | null {
  const searched = rows.slice(0, searchedRows);
  const widest = Math.max(0, ...searched.map(countFilled));
  const first = searched.find((row) => countFilled(row) * 2 >= widest);
  return first?.cells.some(holdsAddress) ? null : (first ?? null);
}

function countFilled({ cells }: SheetRow): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}
