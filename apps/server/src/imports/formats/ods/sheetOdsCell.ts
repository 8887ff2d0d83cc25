import { momentText, numberText, percentText } from '../cells/sheetCell.ts';
import { cellMaxLength, cellText } from '../cells/sheetStrings.ts';
import type { CellKind } from '../sheet.ts';
import type { Attributes } from '../unpack/sheetXml.ts';

/** The text and type of a cell, and the number of columns that repeat it. */
export interface OdsCell {
  readonly text: string;
  readonly kind: CellKind | undefined;
  readonly times: number;
  /** The number of rows over which it is merged, or 1. */
  readonly rows: number;
  /** Whether all of the text is struck through. */
  readonly isStruck: boolean;
}

const cellNames = new Set(['table-cell', 'covered-table-cell']);
/** Elements whose text is not part of the cell: comments and floating frames. */
const asides = new Set([
  'annotation',
  'annotation-end',
  'frame',
  'custom-shape',
  'note',
  'ruby-text',
  'shapes',
]);
const mostColumns = 16_384;
const mostRows = 1_048_576;
const mostBlanks = 100;

/** Builds one cell after the other from XML events. `struckStyles`: the styles that strike text through. */
export function openOdsCell(struckStyles: ReadonlySet<string>) {
  let attributes: Attributes | null = null;
  let shown = '';
  let paragraphs = 0;
  let inParagraph = 0;
  let aside = 0;
  /** For each open span, whether its style strikes the text through. */
  let spans: boolean[] = [];
  let isPlain = false;
  const isStruckBy = (own: Attributes) => struckStyles.has(readAttribute(own, 'style-name') ?? '');
  const add = (text: string) => {
    if (shown.length < cellMaxLength) shown += text;
  };
  return {
    open: (name: string, own: Attributes) => {
      if (cellNames.has(name)) {
        attributes = own;
        shown = '';
        paragraphs = 0;
        inParagraph = 0;
        aside = 0;
        spans = [];
        isPlain = false;
      } else if (asides.has(name)) aside += 1;
      else if (aside > 0 || !attributes) return;
      else if (name === 'p') {
        if (paragraphs > 0) add('\n');
        paragraphs += 1;
        inParagraph += 1;
      } else if (name === 'span') spans.push(isStruckBy(own));
      else if (name === 's') add(' '.repeat(readRepeat(own, 'c', mostBlanks)));
      else if (name === 'tab') add('\t');
      else if (name === 'line-break') add('\n');
    },
    text: (piece: string) => {
      if (!attributes || aside > 0 || inParagraph === 0) return;
      isPlain ||= !spans.includes(true) && piece.trim() !== '';
      add(piece);
    },
    close: (name: string): OdsCell | null => {
      if (asides.has(name)) aside -= 1;
      else if (name === 'p' && aside === 0) inParagraph -= 1;
      else if (name === 'span' && aside === 0) spans.pop();
      else if (attributes && cellNames.has(name)) {
        const times = readRepeat(attributes, 'number-columns-repeated', mostColumns);
        const value = valueOfCell(attributes, shown);
        const rows = readRepeat(attributes, 'number-rows-spanned', mostRows);
        const isStruck = isStruckBy(attributes) || (shown !== '' && !isPlain);
        attributes = null;
        return { ...value, times, rows, isStruck };
      }
      return null;
    },
  };
}

/** OpenDocument 1.3, 19.385: a typed cell has a value in addition to its displayed text. */
function valueOfCell(attributes: Attributes, shown: string): Pick<OdsCell, 'text' | 'kind'> {
  const of = (name: string) => readAttribute(attributes, name);
  switch (of('value-type')) {
    case 'percentage':
    case 'float':
    case 'currency': {
      const value = of('value') ?? shown;
      // Gnumeric writes a percentage as a float.
      if (of('value-type') === 'percentage' || shown.endsWith('%'))
        return { text: percentText(value), kind: 'number' };
      // Words that the format writes belong to the value: M0123, 1,5 h.
      if (/\p{L}/u.test(shown) && /\d/.test(shown) && !/^[-\d.,\s]*E[+-]?\d+$/i.test(shown))
        return { text: cellText(shown), kind: undefined };
      // A format of nine zeros displays 000 000 123; other displayed characters are not part of the number.
      const digits = shown.replaceAll(/\D/g, '');
      const isPadded = /^0\d{0,49}$/.test(digits) && Number(digits) === Number(value);
      return { text: isPadded ? digits : numberText(value), kind: 'number' };
    }
    case 'date':
      return { text: momentText(of('date-value') ?? shown), kind: 'date' };
    case 'time':
      return { text: cellText(shown === '' ? (of('time-value') ?? '') : shown), kind: 'date' };
    case 'boolean':
      return { text: /^(?:true|1)$/.test(of('boolean-value') ?? shown) ? 'TRUE' : 'FALSE', kind: 'boolean' };
    default: {
      const formula = of('formula');
      if (of('value-type') === undefined && shown === '' && formula !== undefined)
        return { text: cellText(formula), kind: 'formula' };
      // The error of a formula has an empty value.
      return { text: cellText(of('string-value') || shown), kind: undefined };
    }
  }
}

/** The repeat count of a cell or row, at most `most`; 1 if it is absent or invalid. */
export function readRepeat(attributes: Attributes, name: string, most: number): number {
  const times = Number(readAttribute(attributes, name) ?? 1);
  return Number.isInteger(times) && times > 0 ? Math.min(times, most) : 1;
}

/** An attribute by its local name, since each document chooses its own prefixes. */
export function readAttribute(attributes: Attributes, name: string): string | undefined {
  for (const key in attributes) {
    if (key === name || (key.endsWith(name) && key.at(-name.length - 1) === ':')) return attributes[key];
  }
  return undefined;
}
