import type { ListEncoding } from '@guichet/contract/imports/imports.encodings';
import {
  type Problem,
  type ProblemCode,
  problemTextMaxLength,
} from '@guichet/contract/imports/imports.problems';

/** The type of a cell in the file; `formula` for one that no program has computed; `untyped` in text files, which do not distinguish 7 from "7". */
export type CellKind = 'text' | 'untyped' | 'number' | 'date' | 'boolean' | 'formula';

/** The types of a row's cells that are not text, by column. */
export type CellKinds = (CellKind | undefined)[];

/** A row of a list. `line`: the line of the text file where it begins, or the row number in a workbook. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** For each column, the type of a cell if it differs from `Sheet.kind`. */
  readonly kinds?: Readonly<CellKinds>;
  /** For each column, whether the text of the cell is struck through; absent where none is. */
  readonly struck?: readonly (boolean | undefined)[];
  /** The columns whose cells somebody has typed on the page. */
  readonly typed?: ReadonlySet<number>;
  /** Hidden by a filter or by hand. */
  readonly isHidden?: boolean;
  /** The row's quotes do not match, so its cells cannot be trusted. */
  readonly hasBrokenQuotes?: boolean;
  /** The number of blank rows right before this row that are not yielded. */
  readonly blankBefore?: number;
  /** The row's sheet, where several sheets are read as one list. */
  readonly sheet?: { readonly at: number; readonly name: string };
}

export interface Sheet {
  /** The name in the workbook; null for a file without sheets. */
  readonly name: string | null;
  readonly isHidden?: boolean;
  /** All rows with text. Blank rows in between are yielded, or counted in the next row. */
  readonly rows: Iterator<SheetRow>;
  /** The fraction of the file that has been read, 0 to 1. */
  readonly share: () => number;
  /** Surplus cells have slipped from other columns (text file), or are notes beside the list (workbook). */
  readonly cellsCanSlip: boolean;
  /** The type of cells without an entry in `SheetRow.kinds`. */
  readonly kind: 'text' | 'untyped';
  /** The encoding of a text file; null for a workbook. */
  readonly encoding: string | null;
  /** The encodings in which the file makes sense, the likeliest first; absent where none can be chosen. */
  readonly readings?: readonly ListEncoding[];
  /** The encoding was guessed, so non-ASCII letters may be wrong. */
  readonly lettersAreUnsure?: boolean;
}

/** The field that a heading names; null for any other text. Known headings tell separator and encoding of a text. */
export type FieldNamed = (heading: string) => string | null;

export interface SheetLimits {
  readonly bytes: number;
  readonly rows: number;
  /** The number of bytes to which a workbook may unpack. */
  readonly unpackedBytes: number;
  /** The number of problems that are returned; further problems are counted. */
  readonly problems: number;
}

/** The file cannot be read to its end; carries a problem for the user. */
export class SheetFault extends Error {
  readonly problem: Problem;

  constructor(code: ProblemCode, more: Partial<Omit<Problem, 'code'>> = {}) {
    super(code);
    this.problem = { line: null, column: null, ...more, text: quote(more.text ?? ''), code };
  }
}

/** Where a row stands, as people are told. */
export function locateRow({ line, sheet }: Pick<SheetRow, 'line' | 'sheet'>) {
  return sheet ? { line, sheet: sheet.name } : { line };
}

const nameMaxLength = 100;

/** The name of a sheet as it is shown and chosen. */
export function sheetName(name: string): string {
  return name.slice(0, nameMaxLength).replace(controls, ' ').toWellFormed();
}

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: detects control characters
const controls = /[\u0000-\u001f]/g;

/** A text as shown in a problem: shortened, with control characters as visible symbols. */
export function quote(text: string): string {
  const visible = (sign: string) => String.fromCharCode(0x2400 + sign.charCodeAt(0));
  const whole = text.slice(0, problemTextMaxLength + 1).toWellFormed();
  const short = whole.length > problemTextMaxLength ? `${whole.slice(0, problemTextMaxLength - 1)}…` : whole;
  return short.replace(controls, visible).toWellFormed();
}

/** Copies a text: V8's longer substrings share memory with their source, and would keep the file alive. */
export function copyString(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

/** More lines than a worksheet has. */
const linesPerSheet = 1_048_576;

/** A number for a line of several sheets that are read as one list, in their order; `at`: the place of its sheet. */
export function joinLine(at: number, line: number): number {
  return at * linesPerSheet + line;
}

/** The line in its sheet, with the sheet's name where the list has several. */
export function splitLine(
  line: number,
  sheets: readonly string[] | null | undefined,
): { line: number; sheet?: string } {
  if (!sheets || sheets.length < 2) return { line };
  const at = Math.floor((line - 1) / linesPerSheet);
  return { line: line - at * linesPerSheet, sheet: sheets[at] ?? '' };
}
