import { type CellKind, SheetFault } from '../sheet.ts';
import type { Attributes } from '../unpack/sheetXml.ts';
import { cellText } from './sheetStrings.ts';
import type { CellStyle } from './sheetStyles.ts';

/** The shared strings and styles that cells refer to. */
export interface CellSources {
  readonly strings: { readonly texts: readonly string[]; readonly struck: ReadonlyMap<number, boolean> };
  readonly styleOf: (style: string) => CellStyle;
}

/** The text of a cell, and its type unless it is text. */
export interface CellValue {
  readonly text: string;
  readonly kind?: CellKind;
}

/** Whether the text of a cell is struck through, as a whole or run by run. */
export function isStruckCell(
  { t: type, s: style }: Attributes,
  value: string,
  { strings, styleOf }: CellSources,
): boolean {
  const byRuns = type === 's' && strings.struck.size > 0 ? strings.struck.get(Number(value)) : undefined;
  return byRuns ?? (style !== undefined && styleOf(style).isStruck === true);
}

/**
 * Reads a cell of a worksheet; of a formula, the cached result, or else the formula.
 * @param formula null for a cell without one
 * @throws SheetFault `import.damaged`
 */
export function cellValue(
  { t: type, s: style }: Attributes,
  value: string | null,
  formula: string | null,
  { strings, styleOf }: CellSources,
): CellValue {
  // A computed text may be empty; a number may not.
  const isComputed = value !== null && (value !== '' || type === 'str');
  if (formula !== null && !isComputed) return { text: cellText(`=${formula}`), kind: 'formula' };
  if (value === null || value === '') return { text: '' };
  if (type === 's') {
    const shared = strings.texts[Number(value)];
    if (shared === undefined) throw new SheetFault('import.damaged');
    return { text: shared };
  }
  if (type === 'b') return { text: value === '1' || value === 'true' ? 'TRUE' : 'FALSE', kind: 'boolean' };
  if (type === 'd') return { text: cellText(value), kind: 'date' };
  if (type !== undefined && type !== 'n') return { text: cellText(value) };
  const { digits, isDate } = styleOf(style ?? '');
  if (isDate) return { text: dateText(Number(value)) ?? cellText(value), kind: 'date' };
  return { text: numberText(value).padStart(digits, '0'), kind: 'number' };
}

const plainNumber = /^[1-9]\d{0,14}$/;
/** From this number on, digits are lost: a spreadsheet stores 15 significant digits. */
const surelyExact = 1e15;

/** A number without exponent or rounding errors; a number that has lost digits keeps its exponent. */
export function numberText(value: string): string {
  if (plainNumber.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return cellText(value);
  return Math.abs(number) < surelyExact ? String(number) : number.toExponential();
}

const dayMs = 86_400_000;
const lastDay = 2_958_465;

/** The ISO date of a date's serial number, in days since 1899-12-30; null if out of range. */
function dateText(number: number): string | null {
  if (!(number >= 0 && number <= lastDay + 1)) return null;
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(number) * dayMs).toISOString().slice(0, 10);
}
