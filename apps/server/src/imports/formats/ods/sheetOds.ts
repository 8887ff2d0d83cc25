import { type Sheet, SheetFault, type SheetLimits } from '../sheet.ts';
import { parseXml } from '../unpack/sheetXml.ts';
import { type Budget, unpack, unpackSheet, type Zip } from '../unpack/sheetZip.ts';
import { readOdsTable } from './sheetOdsTable.ts';

const contentPart = 'content.xml';
const manifestPart = 'meta-inf/manifest.xml';
const mostSheets = 50;

/** Whether an archive is an OpenDocument and not an Excel workbook. */
export function isOpenDocument(zip: Zip): boolean {
  const isExcel = zip.has('[content_types].xml') || zip.has('xl/workbook.xml');
  return !isExcel && (zip.has(contentPart) || zip.has('encrypted-package'));
}

/**
 * The sheets of an OpenDocument (.ods): the visible sheets in order, or all if none is visible. A single part
 * holds all sheets; it is read lazily, and from its beginning for each sheet.
 * @throws SheetFault if it is not a spreadsheet or cannot be read
 */
export function* openOpenDocument(zip: Zip, limits: SheetLimits): Generator<Sheet> {
  const budget: Budget = { left: limits.unpackedBytes, whole: limits.unpackedBytes };
  if (isEncrypted(zip, budget)) throw new SheetFault('import.encrypted');
  const visible = yield* openTables(zip, budget, true);
  const all = visible > 0 ? visible : yield* openTables(zip, budget, false);
  if (all === 0) throw new SheetFault('import.notASpreadsheet');
}

/** Returns the number of sheets. */
function* openTables(zip: Zip, budget: Budget, isVisible: boolean): Generator<Sheet, number> {
  const entry = zip.get(contentPart);
  if (!entry) throw new SheetFault('import.notASpreadsheet');
  for (let index = 0; index < mostSheets; index += 1) {
    const { chunks, ofSheet } = unpackSheet(entry, budget);
    const table = readOdsTable(chunks, { index, isVisible });
    // The first row, or the end, tells whether the table exists.
    const first = table.rows.next();
    if (first.done && !table.isThere()) return index;
    const rows = first.done ? table.rows : withFirst(first.value, table.rows);
    yield { rows, ...ofSheet };
  }
  return mostSheets;
}

function* withFirst<T>(first: T, rest: Generator<T>): Generator<T> {
  yield first;
  yield* rest;
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
