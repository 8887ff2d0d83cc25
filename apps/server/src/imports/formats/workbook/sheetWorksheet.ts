import { type MergedCell, openMergedCells } from '../cells/mergedCells.ts';
import { type CellSources, type CellValue, cellValue, isStruckCell } from '../cells/sheetCell.ts';
import { cellMaxLength, collectText } from '../cells/sheetStrings.ts';
import { type CellKinds, isBlank, SheetFault, type SheetRow } from '../sheet.ts';
import { type Attributes, parseXml, type XmlEvents } from '../unpack/sheetXml.ts';

const lastRow = 1_048_576;
/** Further columns are not read; a list has about ten. */
const mostColumns = 500;

/** Merged cells by their first row. */
export type MergedRanges = ReadonlyMap<number, readonly MergedCell[]>;

/** The rows with text of a worksheet, read lazily, with their numbers in the workbook. */
export function readWorksheet(
  chunks: Iterable<Uint8Array>,
  sources: CellSources,
  ranges: MergedRanges,
): Generator<SheetRow> {
  const number = openRowNumbers();
  const fillMerged = openMergedCells();
  const inline = collectText();
  let ready: SheetRow[] = [];
  let isInData = false;
  let cells: string[] = [];
  let kinds: CellKinds = [];
  let struck: boolean[] = [];
  let isHidden = false;
  let column = 0;
  let cell: Attributes = {};
  let value: string | null = null;
  let formula: string | null = null;
  let part: 'value' | 'formula' | null = null;

  const open: XmlEvents['open'] = (name, attributes) => {
    if (name === 'sheetData') isInData = true;
    if (!isInData) return;
    if (name === 'c') {
      const { r } = attributes;
      column = r === undefined ? column + 1 : readColumn(r);
      cell = attributes;
      value = null;
      formula = null;
    } else if (name === 'v') {
      part = 'value';
      value = '';
    } else if (name === 'f') {
      part = 'formula';
      formula = '';
    } else if (name === 'row') {
      number.open(attributes.r);
      isHidden = isHiddenRow(attributes);
      column = -1;
      cells = [];
      kinds = [];
      struck = [];
    } else inline.open(name, attributes);
  };
  const text = (piece: string) => {
    if (part === 'value') value += piece;
    else if (part === 'formula') formula = `${formula}${piece}`.slice(0, cellMaxLength);
    else inline.add(piece);
  };
  const close = (name: string) => {
    if (!isInData) return;
    if (name === 'v' || name === 'f') part = null;
    else if (name === 'c') {
      const isStruck = inline.isStruck() ?? isStruckCell(cell, value ?? '', sources);
      const inlineText = inline.take();
      if (column >= mostColumns) return;
      while (cells.length <= column) cells.push('');
      const read: CellValue =
        inlineText === '' ? cellValue(cell, value, formula, sources) : { text: inlineText };
      cells[column] = read.text;
      if (read.kind) kinds[column] = read.kind;
      if (isStruck) struck[column] = true;
    } else if (name === 'row') {
      if (isBlank(cells)) return;
      const place = number.use();
      fillMerged({ ...place, cells, kinds, struck }, ranges.get(place.line) ?? []);
      const more = { ...(isHidden && { isHidden }), ...(struck.length > 0 && { struck }) };
      ready.push({ cells, kinds, ...more, ...place });
    } else if (name === 'sheetData') isInData = false;
    else inline.close(name);
  };
  return parseXml(chunks, { open, text, close }, () => {
    const rows = ready;
    ready = [];
    return rows;
  });
}

/**
 * Numbers rows: a row without a number follows the previous one; a number that is not higher is refused, as by Excel, since
 * the lines of a list are staged and passed over by their order.
 */
function openRowNumbers() {
  let current = 0;
  let highest = 0;
  return {
    open: (r: string | undefined) => {
      current = r === undefined ? current + 1 : Number(r);
      if (!Number.isInteger(current) || current < 1 || current > lastRow)
        throw new SheetFault('import.damaged');
    },
    use: () => {
      if (current <= highest) throw new SheetFault('import.damaged', { line: current });
      const blankBefore = current - highest - 1;
      highest = current;
      return { line: current, blankBefore };
    },
  };
}

/** The index of the column in a cell's name, such as 27 in `AB12`. */
export function readColumn(name: string): number {
  let column = 0;
  for (let at = 0; at < name.length; at += 1) {
    const letter = name.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  if (column === 0) throw new SheetFault('import.damaged');
  return column - 1;
}

/** Whether a row is hidden by a filter, by hand, in a collapsed group, or by a height of 0. */
function isHiddenRow({ hidden, ht }: Attributes): boolean {
  return hidden === '1' || hidden === 'true' || (ht !== undefined && Number(ht) === 0);
}
