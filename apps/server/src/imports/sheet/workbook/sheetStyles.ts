import type { XmlEvents } from '../unpack/sheetXml.ts';

const mostStyles = 65_536;
/** Excel allows no longer one. */
const longestFormat = 255;
const zeros = /^(0{2,50})(?:;.*)?$/;

/** What a cell's style makes of its number. */
export interface CellStyle {
  /** So many digits are shown at least. */
  readonly digits: number;
  readonly isDate: boolean;
}

const noStyle: CellStyle = { digits: 0, isDate: false };
const dateStyle: CellStyle = { digits: 0, isDate: true };
/** Dates and times among the formats that every workbook has, those of East Asia included (ECMA-376 18.8.30). */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const notOfTheDate = /"[^"]*"?|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/**
 * How many digits a cell's style shows at least: nine for the format `000000000`, by which people give student
 * numbers their leading zeros. Dates are numbers that only their style tells.
 */
export function openStyles(): { readonly events: XmlEvents; readonly styleOf: (style: string) => CellStyle } {
  const formats = new Map<string, CellStyle>();
  const styles: CellStyle[] = [];
  let isInCells = false;
  return {
    styleOf: (style) => styles[Number(style)] ?? noStyle,
    events: {
      open: (name, { numFmtId = '', formatCode = '' }) => {
        if (name === 'cellXfs') isInCells = true;
        if (name === 'numFmt') formats.set(numFmtId, styleOf(formatCode));
        const isStyle = name === 'xf' && isInCells && styles.length < mostStyles;
        if (isStyle) styles.push(formats.get(numFmtId) ?? builtIn(Number(numFmtId)));
      },
      close: (name) => {
        if (name === 'cellXfs') isInCells = false;
      },
    },
  };
}

function styleOf(formatCode: string): CellStyle {
  const digits = zeros.exec(formatCode)?.[1]?.length ?? 0;
  if (digits > 0) return { digits, isDate: false };
  const code = formatCode.slice(0, longestFormat).replace(notOfTheDate, '');
  return /[ymdhs]/i.test(code) && !/general/i.test(code) ? dateStyle : noStyle;
}

function builtIn(id: number): CellStyle {
  return builtInDates.some(([first, last]) => id >= first && id <= last) ? dateStyle : noStyle;
}
