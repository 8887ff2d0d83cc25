import { type CellKind, SheetFault } from '../sheet.ts';
import type { Attributes } from '../unpack/sheetXml.ts';
import { type CellStyle, cellText } from './sheetStrings.ts';

/** The shared strings and styles that cells refer to, and the day from which the workbook counts. */
export interface CellSources {
  readonly strings: { readonly texts: readonly string[]; readonly struck: ReadonlyMap<number, boolean> };
  readonly styleOf: (style: string) => CellStyle;
  readonly firstDay: number;
}

export interface CellValue {
  readonly text: string;
  readonly kind?: CellKind;
}

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
  { strings, styleOf, firstDay }: CellSources,
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
  if (type === 'd') return { text: momentText(value), kind: 'date' };
  if (type !== undefined && type !== 'n') return { text: cellText(value) };
  const { digits, shows, isPercent, words } = styleOf(style ?? '');
  if (shows) return { text: dateText(Number(value), shows, firstDay) ?? cellText(value), kind: 'date' };
  if (isPercent) return { text: percentText(value), kind: 'number' };
  const text = numberText(value);
  const shown = plainNumber.test(text) ? text.padStart(digits, '0') : text;
  return words ? { text: cellText(words.join(shown)) } : { text: shown, kind: 'number' };
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

/** A share as it is shown; its decimals stay, since 33 % is not a third. */
export function percentText(value: string): string {
  const percent = Number((Number(value) * 100).toPrecision(12));
  return Number.isFinite(percent) ? `${numberText(String(percent))} %` : cellText(value);
}

const dayMs = 86_400_000;
const lastDay = 2_958_465;

/** The day of the number 0 (ECMA-376 18.17.4.1); workbooks of older Macs count from 1904. */
export const firstDays = { since1900: Date.UTC(1899, 11, 30), since1904: Date.UTC(1904, 0, 1) } as const;

/** The text that a cell shows of a serial number in days; null if the number is out of range. */
function dateText(number: number, shows: NonNullable<CellStyle['shows']>, firstDay: number): string | null {
  if (!(number >= 0 && number <= lastDay + 1)) return null;
  const seconds = Math.round(number * (dayMs / 1000));
  const moment = momentText(new Date(firstDay + seconds * 1000).toISOString());
  const [day = '', time = ''] = moment.split(' ');
  if (shows === 'elapsed') return `${Math.floor(seconds / 3600)}`.padStart(2, '0') + time.slice('hh'.length);
  return { day, time, both: moment.replace(/ 00:00$/, '') }[shows];
}

/** An ISO moment in words: `2026-05-07 09:30`, with seconds where there are some. */
export function momentText(moment: string): string {
  return cellText(moment).replace(
    /^([\d-]{10})T(\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?Z?$/,
    (_, day: string, time: string, seconds = ':00') => `${day} ${time}${seconds === ':00' ? '' : seconds}`,
  );
}
