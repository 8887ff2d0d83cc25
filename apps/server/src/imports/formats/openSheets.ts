import type { ListEncoding } from '@guichet/contract/imports/imports.encodings';
import { openHtmlSheet } from './html/sheetHtml.ts';
import { type FieldNamed, type Sheet, SheetFault, type SheetLimits } from './sheet.ts';
import { detectSheetKind } from './sheetKind.ts';
import { openTextSheet } from './text/sheetCsv.ts';
import { openWorkbook } from './workbook/sheetWorkbook.ts';

/**
 * The sheets of a file of any format, in order. The rows of a sheet are read before the next sheet is asked for.
 * @param encoding the encoding of a text, as somebody has chosen it
 * @throws SheetFault if the file cannot be read
 */
export function* openSheets(
  bytes: Uint8Array,
  fileName: string,
  limits: SheetLimits,
  fieldNamed: FieldNamed,
  encoding?: ListEncoding,
): Generator<Sheet> {
  if (bytes.length > limits.bytes) {
    throw new SheetFault('import.tooLarge', { params: { limit: limits.bytes / 1024 / 1024 } });
  }
  const kind = detectSheetKind(bytes, fileName);
  if (kind === 'workbook') yield* openWorkbook(bytes, limits);
  else {
    const open = kind === 'page' ? openHtmlSheet : openTextSheet;
    yield open(bytes, fieldNamed, encoding);
  }
}
