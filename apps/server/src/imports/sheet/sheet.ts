import { type Problem, type ProblemCode, problemTextMaxLength } from '@guichet/contract/imports.problems';

/** The type of a cell in the file; `untyped` in text files, which do not distinguish 7 from "7". */
export type CellKind = 'text' | 'untyped' | 'number' | 'date' | 'boolean';

/** One row of a list. `line` is the line of a text file on which it begins, or its number in a workbook. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** By column, where a cell is not what `Sheet.kind` says. */
  readonly kinds?: readonly (CellKind | undefined)[];
  /** By a filter, or by hand. */
  readonly isHidden?: boolean;
  /** The row's quotes do not match, so that its cells cannot be trusted. */
  readonly hasBrokenQuotes?: boolean;
  /** Blank rows before this one that are not given on. */
  readonly blankBefore?: number;
}

export interface Sheet {
  /** Every row with text. Blank ones between two of them are given on, or counted in the second. */
  readonly rows: Iterator<SheetRow>;
  /** How much of the file has been read, 0 to 1. */
  readonly share: () => number;
  /** A surplus cell of a text file tells that cells have slipped; in a workbook it is a note beside the list. */
  readonly cellsCanSlip: boolean;
  /** What a cell is of which its row says nothing else. */
  readonly kind: 'text' | 'untyped';
  /** How the letters of a text were read; null in a workbook. */
  readonly encoding: string | null;
  /** The letters beyond ASCII may have been others. */
  readonly lettersAreUnsure?: boolean;
}

export interface SheetLimits {
  readonly bytes: number;
  readonly rows: number;
  /** What a workbook may unpack to. */
  readonly unpackedBytes: number;
  /** How many problems are named; more rows than these are only counted. */
  readonly problems: number;
}

/** The file cannot be read, or not further; carries a problem for the user. */
export class SheetFault extends Error {
  readonly problem: Problem;

  constructor(code: ProblemCode, more: Partial<Omit<Problem, 'code'>> = {}) {
    super(code);
    this.problem = { line: null, column: null, ...more, text: quote(more.text ?? ''), code };
  }
}

/** White space alone, or nothing, in every cell. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: detects control characters
const controls = /[\u0000-\u001f]/g;

/** A text as a problem shows it: short, and its control characters as visible signs. */
export function quote(text: string): string {
  const visible = (sign: string) => String.fromCharCode(0x2400 + sign.charCodeAt(0));
  const whole = text.slice(0, problemTextMaxLength + 1).toWellFormed();
  const short = whole.length > problemTextMaxLength ? `${whole.slice(0, problemTextMaxLength - 1)}…` : whole;
  return short.replace(controls, visible).toWellFormed();
}

/** V8 cuts longer texts out of their source without copying them, and each would keep its part of the file alive. */
export function copyString(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}
