import { type CellKind, SheetFault } from '../sheet.ts';
import type { Attributes } from '../unpack/sheetXml.ts';
import { cellText } from './sheetStrings.ts';
import type { CellStyle } from './sheetStyles.ts';

/** What the cells of a sheet refer to. */
export interface CellSources {
  readonly strings: readonly string[];
  readonly styleOf: (style: string) => CellStyle;
}

/** What a cell shows, and what it is unless it is text. */
export interface CellValue {
  readonly text: string;
  readonly kind?: CellKind;
}

/** A cell of a worksheet. A formula is taken as what it came to. @throws SheetFault `import.damaged` */
export function cellValue(
  { t: type, s: style }: Attributes,
  value: string,
  { strings, styleOf }: CellSources,
): CellValue {
  if (value === '') return { text: '' };
  if (type === 's') {
    const shared = strings[Number(value)];
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
/** From here on a spreadsheet has lost digits: a number of sixteen may have been another one. */
const surelyExact = 1e15;

/** A number without exponent and without digits that only its storage has; one that lost digits keeps its exponent. */
export function numberText(value: string): string {
  if (plainNumber.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return cellText(value);
  return Math.abs(number) < surelyExact ? String(number) : number.toExponential();
}

const dayMs = 86_400_000;
const lastDay = 2_958_465;

/** The day of a number that is shown as a date, counted from the last day of 1899. */
function dateText(number: number): string | null {
  if (!(number >= 0 && number <= lastDay + 1)) return null;
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(number) * dayMs).toISOString().slice(0, 10);
}
