import { type Sheet, SheetFault, type SheetLimits, type SheetRow } from '../sheet.ts';
import { parseXml } from '../unpack/sheetXml.ts';
import { type Budget, unpack, unpackSheet, type Zip } from '../unpack/sheetZip.ts';
import { type OdsTable, readOdsTables } from './sheetOdsTable.ts';

const contentPart = 'content.xml';
const manifestPart = 'meta-inf/manifest.xml';

/** Whether an archive is an OpenDocument and not an Excel workbook. */
export function isOpenDocument(zip: Zip): boolean {
  const isExcel = zip.has('[content_types].xml') || zip.has('xl/workbook.xml');
  return !isExcel && (zip.has(contentPart) || zip.has('encrypted-package'));
}

/**
 * The sheets of an OpenDocument (.ods) in order. A single part holds all of them, so that the rows of a sheet
 * are passed over when the next one is asked for.
 * @throws SheetFault if it is not a spreadsheet or cannot be read
 */
export function* openOpenDocument(zip: Zip, limits: SheetLimits): Generator<Sheet> {
  const budget: Budget = { left: limits.unpackedBytes, whole: limits.unpackedBytes };
  if (isEncrypted(zip, budget)) throw new SheetFault('import.encrypted');
  const entry = zip.get(contentPart);
  if (!entry) throw new SheetFault('import.notASpreadsheet');
  const { chunks, ofSheet } = unpackSheet(entry, budget);
  const steps = readOdsTables(chunks);
  let next: OdsTable | null = null;
  function* readRows(): Generator<SheetRow> {
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
  if (!next) throw new SheetFault('import.notASpreadsheet');
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
