import { copyString, SheetFault } from '../sheet.ts';
import type { Attributes, XmlEvents } from '../unpack/sheetXml.ts';

/** In characters; longer than any field may be. The rest of a cell is dropped. */
export const cellMaxLength = 1_000;

// Limits of the memory used while a sheet is read; a list of 200,000 rows stays well below both.
const mostStrings = 2_000_000;
const mostCharacters = 64_000_000;

/** The shared strings of a workbook, which cells refer to by index. */
export function openSharedStrings() {
  const texts: string[] = [];
  /** Whether the text of a place is struck through; absent where the style of its cell decides. */
  const struck = new Map<number, boolean>();
  let characters = 0;
  const text = collectText();
  const events: XmlEvents = {
    open: text.open,
    text: text.add,
    close: (name) => {
      text.close(name);
      if (name !== 'si') return;
      const isStruck = text.isStruck();
      if (isStruck !== undefined) struck.set(texts.length, isStruck);
      const taken = text.take();
      characters += taken.length;
      if (texts.length === mostStrings || characters > mostCharacters) {
        throw new SheetFault('import.unpackedTooLarge', { params: { limit: mostCharacters / 1_000_000 } });
      }
      texts.push(taken);
    },
  };
  return { texts, struck, events };
}

type Run = 'inherits' | 'plain' | 'struck';

/** Builds a text from its runs (`t`), without the phonetic runs (`rPh`) of Japanese. */
export function collectText() {
  let collected = '';
  let isInside = false;
  let isAloud = false;
  /** A run with properties of its own does not inherit those of the cell. */
  let run: Run = 'inherits';
  let runs = new Set<Run>();
  return {
    open: (name: string, attributes: Attributes) => {
      if (name === 't') isInside = !isAloud;
      else if (name === 'rPh') isAloud = true;
      else if (name === 'r') run = 'inherits';
      else if (name === 'rPr') run = 'plain';
      else if (name === 'strike' && isOn(attributes)) run = 'struck';
    },
    add: (text: string) => {
      if (!isInside || collected.length >= cellMaxLength) return;
      collected += text;
      if (text.trim() !== '') runs.add(run);
    },
    /** Whether each run of the text so far is struck through; undefined where the style of the cell decides. */
    isStruck: () => {
      if (runs.has('plain')) return false;
      return runs.has('inherits') || runs.size === 0 ? undefined : true;
    },
    close: (name: string) => {
      if (name === 't') isInside = false;
      else if (name === 'rPh') isAloud = false;
    },
    take: () => {
      const text = collected;
      collected = '';
      run = 'inherits';
      runs = new Set();
      return cellText(text);
    },
  };
}

const escaped = /_x([0-9a-f]{4})_/gi;

/** The text of a cell, shortened, with `_x000D_` escapes decoded (ECMA-376 22.9.2.19). */
export function cellText(text: string): string {
  const short = text.length > cellMaxLength ? copyString(text.slice(0, cellMaxLength)) : text;
  if (!short.includes('_x')) return short;
  return short.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const mostStyles = 65_536;
/** The longest format code that Excel allows. */
const longestFormat = 255;
/** A `#` after a zero is a digit as well. */
const zeros = /^#*(0[0#]{1,49})$/;
const percent = /^[#0,]*0(?:\.[0#?]*)?%$/;

export interface CellStyle {
  /** The minimum number of digits shown. */
  readonly digits: number;
  /** The part of a date that is shown; absent for a number that is no date. */
  readonly shows?: 'day' | 'time' | 'both' | 'elapsed';
  readonly isPercent?: boolean;
  /** The words shown before and after the number; absent without letters. */
  readonly words?: readonly [string, string];
  readonly isStruck?: boolean;
}

const noStyle: CellStyle = { digits: 0 };
const asPercent: CellStyle = { digits: 0, isPercent: true };
/** Ranges of the built-in date and time formats, including the East Asian ones (ECMA-376 18.8.30). */
const builtInDates = [
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'both'],
  [27, 36, 'day'],
  [45, 45, 'time'],
  [46, 46, 'elapsed'],
  [47, 47, 'time'],
  [50, 58, 'day'],
] as const;
const literals = /"[^"]*"?|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi;

/** Whether an on-off property of a font is on (ECMA-376 22.9.2.7). */
function isOn({ val = '1' }: Attributes): boolean {
  return val !== '0' && val !== 'false';
}

/**
 * Reads the styles of a workbook: whether the text is struck through, the minimum of digits (`000-000-000` keeps the leading zeros of student
 * numbers), and whether a number is a date or a percentage, which only the style tells.
 */
export function openStyles(): { readonly events: XmlEvents; readonly styleOf: (style: string) => CellStyle } {
  const formats = new Map<string, CellStyle>();
  const styles: CellStyle[] = [];
  /** For each font, whether it strikes the text through. */
  const fonts: boolean[] = [];
  let isInCells = false;
  let isInFonts = false;
  return {
    styleOf: (style) => styles[Number(style)] ?? noStyle,
    events: {
      open: (name, attributes) => {
        const { numFmtId = '', formatCode = '', fontId } = attributes;
        if (name === 'cellXfs') isInCells = true;
        if (name === 'fonts') isInFonts = true;
        if (name === 'font' && isInFonts && fonts.length < mostStyles) fonts.push(false);
        if (name === 'strike' && isInFonts) fonts[fonts.length - 1] = isOn(attributes);
        if (name === 'numFmt') formats.set(numFmtId, styleOf(formatCode));
        const isStyle = name === 'xf' && isInCells && styles.length < mostStyles;
        if (!isStyle) return;
        const format = formats.get(numFmtId) ?? builtIn(Number(numFmtId));
        styles.push(fonts[Number(fontId)] ? { ...format, isStruck: true } : format);
      },
      close: (name) => {
        if (name === 'cellXfs') isInCells = false;
        if (name === 'fonts') isInFonts = false;
      },
    },
  };
}

function styleOf(formatCode: string): CellStyle {
  const code = formatCode.slice(0, longestFormat).replace(literals, '');
  const [number = ''] = code.replaceAll(/[\s()-]/g, '').split(';');
  const digits = zeros.exec(number)?.[1]?.length ?? 0;
  const words = /^(?:[0#?.,+]+|general)$/i.test(number) ? readWords(formatCode) : undefined;
  if (digits > 0 || words) return { digits, ...(words && { words }) };
  if (percent.test(number)) return asPercent;
  if (!/[ymdhs]/i.test(code) || /general/i.test(code)) return noStyle;
  if (/\[h+\]/i.test(code)) return { digits: 0, shows: 'elapsed' };
  if (!/[hs]/i.test(code)) return { digits: 0, shows: 'day' };
  return { digits: 0, shows: /[yd]/i.test(code) ? 'both' : 'time' };
}

const signs = /"([^"]*)"|\\(.)|(\[[^\]]*\]|_.|\*.)|(general|.)/gis;

/** The words that a format writes around a number: « M » of `"M"0000`, « h » of `0.0" h"`. */
function readWords(formatCode: string): CellStyle['words'] {
  const words: [string, string] = ['', ''];
  let isBehind = false;
  for (const [, quoted, escaped, unseen, sign = ''] of formatCode.slice(0, longestFormat).matchAll(signs)) {
    if (sign === ';') break;
    if (/[0#?]|general/i.test(sign)) {
      isBehind = true;
      words[1] = '';
    } else if (unseen === undefined && !/[.,]/.test(sign))
      words[isBehind ? 1 : 0] += quoted ?? escaped ?? sign;
  }
  return /\p{L}/u.test(words.join('')) ? words : undefined;
}

function builtIn(id: number): CellStyle {
  if (id === 9 || id === 10) return asPercent;
  const shows = builtInDates.find(([first, last]) => id >= first && id <= last)?.[2];
  return shows ? { digits: 0, shows } : noStyle;
}
