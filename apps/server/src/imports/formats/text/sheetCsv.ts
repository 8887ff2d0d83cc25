import type { ListEncoding } from '@guichet/contract/imports/imports.encodings';
import papa from 'papaparse';
import { cellMaxLength } from '../cells/sheetStrings.ts';
import { type FieldNamed, type Sheet, SheetFault, type SheetRow } from '../sheet.ts';
import { decodeText } from './sheetEncoding.ts';

export const separators = [';', '\t', ',', '|'];
const sampleRows = 10;
/** In characters; no row of a list is longer. */
const rowMaxLength = 1024 * 1024;
/** The sign with which programs of DOS end a text (Ctrl+Z). */
const endOfFile = '\u001a';

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly row: number }[];
  readonly meta: { readonly cursor: number };
}

/** Opens a text list. @throws SheetFault if it is not text */
export function openTextSheet(bytes: Uint8Array, fieldNamed: FieldNamed, chosen?: ListEncoding): Sheet {
  const { chunks, ofSheet } = decodeText(bytes, fieldNamed, { chosen });
  return { name: null, rows: readRows(chunks, fieldNamed), cellsCanSlip: true, ...ofSheet };
}

function* readRows(chunks: Iterable<string>, fieldNamed: FieldNamed): Generator<SheetRow> {
  let separator: string | null = null;
  let rest = '';
  let line = 1;
  for (const chunk of chunks) {
    rest += chunk;
    if (separator === null) {
      const stated = statedSeparator(rest);
      separator = stated?.separator ?? guessSeparator(rest, fieldNamed);
      if (stated) {
        rest = rest.slice(stated.length);
        line = 2;
      }
    }
    const parsed = parse(rest, separator, true);
    line = yield* numbered(parsed, line);
    rest = rest.slice(parsed.meta.cursor);
    if (rest.length > rowMaxLength) throw tooLong(rest, line);
  }
  let last = rest;
  while (last.endsWith(endOfFile)) last = last.slice(0, -endOfFile.length);
  if (last !== '') yield* numbered(parse(last, separator ?? ',', false), line);
}

function tooLong(rest: string, line: number): SheetFault {
  const isQuoted = rest.includes('"');
  return new SheetFault(isQuoted ? 'import.unclosedQuote' : 'import.notASpreadsheet', { line, text: rest });
}

/** Yields the rows with their lines; returns the line after them. */
function* numbered({ data, errors }: Parsed, firstLine: number): Generator<SheetRow, number> {
  const broken = new Set(errors.map(({ row }) => row));
  let line = firstLine;
  for (const [index, cells] of data.entries()) {
    yield broken.has(index) ? { line, cells, hasBrokenQuotes: true } : { line, cells };
    line += 1;
    for (const cell of cells) line += countLineFeeds(cell);
  }
  return line;
}

function countLineFeeds(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}

function parse(text: string, separator: string, isUnfinished: boolean): Parsed {
  return new papa.Parser({ delimiter: separator, newline: '\n' }).parse(text, 0, isUnfinished) as Parsed;
}

/** Splits the first cell of a row, which holds a whole line of a text file. */
export function splitRow(row: SheetRow, separator: string): SheetRow {
  const [text = ''] = row.cells;
  const { data, errors } = parse(text.slice(0, cellMaxLength).trimEnd(), separator, false);
  const { kinds: _, struck, ...rest } = row;
  const cells = data[0] ?? [];
  return {
    ...rest,
    cells,
    ...(struck?.[0] && { struck: cells.map(() => true) }),
    // A cell of the greatest length may have been cut; a second line in it would be lost.
    ...((errors.length > 0 || data.length > 1 || text.length >= cellMaxLength) && { hasBrokenQuotes: true }),
  };
}

/** The separator in Excel's own first line, such as `sep=;`, and the length of that line. */
function statedSeparator(text: string): { separator: string; length: number } | null {
  const stated = /^"?sep=([^"\n])"?(?:\n|$)/i.exec(text);
  return stated ? { separator: stated[1] as string, length: stated[0].length } : null;
}

/** The separator that yields the most known headings, else the most cells in the first line. */
function guessSeparator(text: string, fieldNamed: FieldNamed): string {
  const countHeadings = (cells: readonly string[]) =>
    new Set(cells.flatMap((cell) => fieldNamed(cell) ?? [])).size;
  const rated = separators.map((separator) => {
    const rows = new papa.Parser({ delimiter: separator, newline: '\n', preview: sampleRows }).parse(
      text,
      0,
      false,
    );
    const sample = (rows as Parsed).data;
    const headings = Math.max(0, ...sample.map(countHeadings));
    return { separator, headings, cells: sample[0]?.length ?? 0 };
  });
  rated.sort((a, b) => b.headings - a.headings || b.cells - a.cells);
  return rated[0]?.separator ?? ',';
}
