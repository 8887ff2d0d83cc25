import { type MergedCell, openMergedCells } from '../cells/mergedCells.ts';
import * as sheet from '../sheet.ts';
import { type Attributes, parseXml } from '../unpack/sheetXml.ts';
import { type Budget, unpack, unpackSheet, type Zip } from '../unpack/sheetZip.ts';
import { type OdsCell, openOdsCell, readAttribute, readRepeat } from './sheetOdsCell.ts';

const contentPart = 'content.xml';
const manifestPart = 'meta-inf/manifest.xml';

export function isOpenDocument(zip: Zip): boolean {
  const isExcel = zip.has('[content_types].xml') || zip.has('xl/workbook.xml');
  return !isExcel && (zip.has(contentPart) || zip.has('encrypted-package'));
}

/**
 * The sheets of an OpenDocument (.ods) in order. A single part holds all of them, so that the rows of a sheet
 * are passed over when the next one is asked for.
 * @throws SheetFault if it is not a spreadsheet or cannot be read
 */
export function* openOpenDocument(zip: Zip, limits: sheet.SheetLimits): Generator<sheet.Sheet> {
  const budget: Budget = { left: limits.unpackedBytes, whole: limits.unpackedBytes };
  if (isEncrypted(zip, budget)) throw new sheet.SheetFault('import.encrypted');
  const entry = zip.get(contentPart);
  if (!entry) throw new sheet.SheetFault('import.notASpreadsheet');
  const { chunks, ofSheet } = unpackSheet(entry, budget);
  const steps = readOdsTables(chunks);
  let next: OdsTable | null = null;
  function* readRows(): Generator<sheet.SheetRow> {
    for (let step = steps.next(); !step.done; step = steps.next()) {
      if ('name' in step.value) {
        next = step.value;
        return;
      }
      yield step.value;
    }
  }
  const takeTable = () => {
    const table = next;
    next = null;
    return table;
  };
  for (const _ of readRows());
  if (!next) throw new sheet.SheetFault('import.notASpreadsheet');
  for (let table = takeTable(); table; table = takeTable()) {
    const rows = readRows();
    yield { ...table, rows, ...ofSheet };
    for (const _ of rows);
  }
}

/** In an encrypted document only the manifest is readable, and it states the encryption. */
function isEncrypted(zip: Zip, budget: Budget): boolean {
  if (zip.has('encrypted-package')) return true;
  const manifest = zip.get(manifestPart);
  if (!manifest) return false;
  let found = false;
  const open = (name: string) => {
    if (name === 'encryption-data') found = true;
  };
  parseXml(unpack(manifest, budget), { open }, () => []).next();
  return found;
}

/** Further columns are not read; a list has about ten. */
const mostColumns = 500;
const lastRow = 1_048_576;

interface OdsTable {
  readonly name: string;
  readonly isHidden: boolean;
}

/** Each table (OpenDocument 1.3, 9.1), followed by its rows with text. */
function readOdsTables(chunks: Iterable<Uint8Array>): Generator<OdsTable | sheet.SheetRow> {
  const hiddenStyles = new Set<string>();
  const struckStyles = new Set<string>();
  const cell = openOdsCell(struckStyles);
  let style = '';
  let depth = 0;
  let line = 0;
  let last = 0;
  let row: Attributes = {};
  let cells: string[] = [];
  let kinds: sheet.CellKinds = [];
  let struck: boolean[] = [];
  let column = 0;
  let fillMerged = openMergedCells();
  let begun: MergedCell[] = [];
  let ready: { readonly step: OdsTable | sheet.SheetRow; readonly times: number }[] = [];

  const openTable = (attributes: Attributes) => {
    depth += 1;
    if (depth > 1) return;
    const name = sheet.sheetName(readAttribute(attributes, 'name') ?? '');
    const isHidden = hiddenStyles.has(readAttribute(attributes, 'style-name') ?? '');
    ready.push({ step: { name, isHidden }, times: 1 });
    line = 0;
    last = 0;
    fillMerged = openMergedCells();
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
  const putCell = ({ text, kind, times, rows, isStruck }: OdsCell) => {
    if (rows > 1 && column < mostColumns) begun.push({ column, last: line + rows });
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
    if (!sheet.isBlank(cells)) {
      const blankBefore = line - last;
      const isHidden = visibility !== 'visible';
      fillMerged({ line: line + 1, cells, kinds, struck }, begun);
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
      begun = [];
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
