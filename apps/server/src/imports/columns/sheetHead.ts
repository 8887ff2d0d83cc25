import { holdsAddress } from '../candidates/candidateFields.ts';
import { isBlank, type Sheet, SheetFault, type SheetRow } from '../sheet/sheet.ts';
import { countHeadings } from './sheetHeadings.ts';

/** The beginning of a sheet, which is looked at before it is known where its list begins. */
export interface SheetHead {
  readonly sheet: Sheet;
  /** The first rows with text. */
  readonly rows: readonly SheetRow[];
  /** Blank rows that were taken after them. */
  readonly blankAfter: number;
  /** What stopped the reading of them; thrown again by whoever reads on. */
  readonly fault: SheetFault | null;
}

/** Rows among which the headings are looked for. */
export const searchedRows = 10;
/** Some more, so that there are values to show below headings in the last of them. */
const lookedAt = searchedRows + 10;

/** Takes the first rows of a sheet; blank ones are counted in the row after them. */
export function readHead(sheet: Sheet): SheetHead {
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

/** All rows of the sheet below a line, in their order. */
export function* rowsBelow(head: SheetHead, line: number): Generator<SheetRow> {
  const { sheet, rows, blankAfter, fault } = head;
  yield* rows.filter((row) => row.line > line);
  if (blankAfter > 0) yield { line: (rows.at(-1)?.line ?? 0) + 1, cells: [], blankBefore: blankAfter - 1 };
  if (fault) throw fault;
  for (let step = sheet.rows.next(); !step.done; step = sheet.rows.next()) yield step.value;
}

/**
 * The row of the headings, which may stand below titles: the first of ten to name two fields, else the first to name one,
 * so that it can be said which are missing.
 */
export function findHeadingRow({ rows }: SheetHead): SheetRow | null {
  const searched = rows.slice(0, searchedRows);
  return (
    searched.find(({ cells }) => countHeadings(cells) >= 2) ??
    searched.find(({ cells }) => countHeadings(cells) === 1 && !cells.some(holdsAddress)) ??
    null
  );
}

/**
 * Where no heading is known, the row that is laid out like one: the first of those that fill half of the widest, unless
 * it holds an address. Null: the list begins without headings.
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
