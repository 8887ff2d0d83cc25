import { type CellKinds, isBlank, type SheetRow, sheetName } from '../sheet.ts';
import { type Attributes, parseXml } from '../unpack/sheetXml.ts';
import { type OdsCell, openOdsCell, readAttribute, readRepeat } from './sheetOdsCell.ts';

/** Further columns are not read; a list has about ten. */
const mostColumns = 500;
const lastRow = 1_048_576;

/** The beginning of a table. */
export interface OdsTable {
  readonly name: string;
  readonly isHidden: boolean;
}

/** Each table (OpenDocument 1.3, 9.1), followed by its rows with text. */
export function readOdsTables(chunks: Iterable<Uint8Array>): Generator<OdsTable | SheetRow> {
  const hiddenStyles = new Set<string>();
  const struckStyles = new Set<string>();
  const cell = openOdsCell(struckStyles);
  let style = '';
  let depth = 0;
  let line = 0;
  let last = 0;
  let row: Attributes = {};
  let cells: string[] = [];
  let kinds: CellKinds = [];
  let struck: boolean[] = [];
  let column = 0;
  let ready: { readonly step: OdsTable | SheetRow; readonly times: number }[] = [];

  const openTable = (attributes: Attributes) => {
    depth += 1;
    if (depth > 1) return;
    const name = sheetName(readAttribute(attributes, 'name') ?? '');
    const isHidden = hiddenStyles.has(readAttribute(attributes, 'style-name') ?? '');
    ready.push({ step: { name, isHidden }, times: 1 });
    line = 0;
    last = 0;
  };
  const openStyle = (name: string, attributes: Attributes) => {
    if (name === 'style') style = readAttribute(attributes, 'name') ?? '';
    else if (name === 'table-properties' && readAttribute(attributes, 'display') === 'false')
      hiddenStyles.add(style);
    else if (name === 'text-properties') {
      const lineOf = (what: string) => readAttribute(attributes, `text-line-through-${what}`);
      if ((lineOf('style') ?? lineOf('type') ?? 'none') !== 'none') struckStyles.add(style);
    }
  };
  const putCell = ({ text, kind, times, isStruck }: OdsCell) => {
    const end = Math.min(column + times, mostColumns);
    if (text !== '')
      for (let at = column; at < end; at += 1) {
        while (cells.length < at) cells.push('');
        cells[at] = text;
        if (kind) kinds[at] = kind;
        if (isStruck) struck[at] = true;
      }
    column += times;
  };
  const closeRow = () => {
    const times = readRepeat(row, 'number-rows-repeated', lastRow);
    const visibility = readAttribute(row, 'visibility') ?? 'visible';
    if (!isBlank(cells)) {
      const blankBefore = line - last;
      const isHidden = visibility !== 'visible';
      const more = { ...(isHidden && { isHidden }), ...(struck.length > 0 && { struck }) };
      const first = { line: line + 1, cells, blankBefore, kinds, ...more };
      ready.push({ step: first, times });
      last = line + times;
    }
    line += times;
  };

  const open = (name: string, attributes: Attributes) => {
    if (name === 'table') openTable(attributes);
    else if (depth === 0) openStyle(name, attributes);
    else if (depth > 1) return;
    else if (name === 'table-row') {
      row = attributes;
      cells = [];
      kinds = [];
      struck = [];
      column = 0;
    } else cell.open(name, attributes);
  };
  const close = (name: string) => {
    if (name === 'table') depth -= 1;
    else if (depth !== 1) return;
    else if (name === 'table-row') closeRow();
    else {
      const closed = cell.close(name);
      if (closed) putCell(closed);
    }
  };
  const text = (piece: string) => {
    if (depth === 1) cell.text(piece);
  };
  return parseXml(chunks, { open, close, text }, function* () {
    const taken = ready;
    ready = [];
    for (const { step, times } of taken) {
      yield step;
      for (let at = 1; at < times && 'line' in step; at += 1)
        yield { ...step, line: step.line + at, blankBefore: 0 };
    }
  });
}
