import { type CellKinds, isBlank, type SheetRow } from '../sheet.ts';
import { type Attributes, parseXml } from '../unpack/sheetXml.ts';
import { attributeOf, type OdsCell, openOdsCell, repeatOf } from './sheetOdsCell.ts';

/** Further columns are not read; a list has about ten. */
const mostColumns = 500;
const lastRow = 1_048_576;

/** The rows with text of a table, by its index among the visible or hidden tables (OpenDocument 1.3, 9.1). */
export function readOdsTable(
  chunks: Iterable<Uint8Array>,
  wanted: { readonly index: number; readonly isVisible: boolean },
) {
  const hiddenStyles = new Set<string>();
  const cell = openOdsCell();
  let style = '';
  let index = -1;
  let depth = 0;
  let isInside = false;
  let isThere = false;
  let line = 0;
  let last = 0;
  let row: Attributes = {};
  let cells: string[] = [];
  let kinds: CellKinds = [];
  let column = 0;
  let ready: { readonly row: SheetRow; readonly times: number }[] = [];

  const openTable = (attributes: Attributes) => {
    depth += 1;
    if (depth > 1) return;
    const isVisible = !hiddenStyles.has(attributeOf(attributes, 'style-name') ?? '');
    if (isVisible === wanted.isVisible) index += 1;
    isInside = isVisible === wanted.isVisible && index === wanted.index;
    isThere ||= isInside;
  };
  const openStyle = (name: string, attributes: Attributes) => {
    if (name === 'style') style = attributeOf(attributes, 'name') ?? '';
    else if (name === 'table-properties' && attributeOf(attributes, 'display') === 'false')
      hiddenStyles.add(style);
  };
  const putCell = ({ text, kind, times }: OdsCell) => {
    const end = Math.min(column + times, mostColumns);
    if (text !== '')
      for (let at = column; at < end; at += 1) {
        while (cells.length < at) cells.push('');
        cells[at] = text;
        if (kind) kinds[at] = kind;
      }
    column += times;
  };
  const closeRow = () => {
    const times = repeatOf(row, 'number-rows-repeated', lastRow);
    const visibility = attributeOf(row, 'visibility') ?? 'visible';
    if (!isBlank(cells)) {
      const blankBefore = line - last;
      const isHidden = visibility !== 'visible';
      const first = { line: line + 1, cells, blankBefore, kinds, ...(isHidden && { isHidden }) };
      ready.push({ row: first, times });
      last = line + times;
    }
    line += times;
  };

  const open = (name: string, attributes: Attributes) => {
    if (name === 'table') openTable(attributes);
    else if (depth === 0) openStyle(name, attributes);
    else if (!isInside || depth > 1) return;
    else if (name === 'table-row') {
      row = attributes;
      cells = [];
      kinds = [];
      column = 0;
    } else cell.open(name, attributes);
  };
  const close = (name: string) => {
    if (name === 'table') {
      depth -= 1;
      if (depth === 0) isInside = false;
    } else if (!isInside || depth > 1) return;
    else if (name === 'table-row') closeRow();
    else {
      const closed = cell.close(name);
      if (closed) putCell(closed);
    }
  };
  const text = (piece: string) => {
    if (isInside && depth === 1) cell.text(piece);
  };
  const rows = parseXml(chunks, { open, close, text }, function* () {
    const taken = ready;
    ready = [];
    for (const { row: first, times } of taken) {
      yield first;
      for (let at = 1; at < times; at += 1) yield { ...first, line: first.line + at, blankBefore: 0 };
    }
  });
  /** Known once the first row was read or the end reached. */
  return { rows, isThere: () => isThere };
}
