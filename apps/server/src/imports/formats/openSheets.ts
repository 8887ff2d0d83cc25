import type { ListEncoding } from '@guichet/contract/imports/imports.encodings';
import { openHtmlSheet } from './html/sheetHtml.ts';
import { type FieldNamed, type Sheet, SheetFault, type SheetLimits } from './sheet.ts';
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

type SheetKind = 'workbook' | 'page' | 'text';

const notLists = [
  '%PDF',
  '{\\rtf',
  '\x89PNG',
  'GIF8',
  '\xff\xd8\xff',
  '\x1f\x8b',
  'BM',
  'Rar!',
  '7z\xbc\xaf',
  'II*\0',
  'MM\0*',
];
const zipMarks = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
const compoundFileMark = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const markup = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|\?xml|html|head|body|table|meta|style|div|!--)/i;
const otherMarkup = /<(?:svg|rss|feed|(?:\w+:)?(?:worddocument|package))[\s>]/i;
/** « XML Spreadsheet 2003 », which Excel also writes under `.xls`. */
const xmlWorkbook = /<(?:\w+:)?workbook[\s>]/i;
/** « Single File Web Page » (MHTML, RFC 2557), under `.mht` or `.xls`; browsers write other headers first. */
const webArchive = /^(?:mime-version|from|content-type|x-document-type):.*multipart\/related/is;
/** SYLK and DIF, text formats of spreadsheets with a record for each cell. */
const recordText = /^(?:ID;P\w*(?:;[A-Z])*\s+[BCFOP];|TABLE\s+0,1\s)/;
const mailHeader = /^mime-version:/i;
/** Names of workbooks, without `.xls`: many programs give that ending to text and HTML exports. */
const workbookEnding = /\.(?:xlsx|xlsm|xltx|xltm|xlsb|ods|numbers)$/i;

/** Detects the format of a file by its content. @throws SheetFault that says what the file is instead */
function detectSheetKind(bytes: Uint8Array, fileName: string): SheetKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1');
  if (head.trim() === '' && bytes.length <= 512) throw new SheetFault('import.emptyFile');
  if (zipMarks.some((mark) => head.startsWith(mark))) return 'workbook';
  if (head.startsWith(compoundFileMark)) throw new SheetFault(compoundFileFault(bytes));
  if (notLists.some((mark) => head.startsWith(mark))) throw new SheetFault('import.notASpreadsheet');
  // Removes the zero bytes of UTF-16.
  const plain = head.replaceAll('\0', '').replace(/^(?:\xff\xfe|\xfe\xff)/, '');
  if (webArchive.test(plain)) throw new SheetFault('import.oldExcel');
  if (mailHeader.test(plain) || recordText.test(plain)) throw new SheetFault('import.notASpreadsheet');
  if (markup.test(plain)) {
    if (xmlWorkbook.test(plain)) throw new SheetFault('import.oldExcel');
    if (otherMarkup.test(plain)) throw new SheetFault('import.notASpreadsheet');
    return 'page';
  }
  const ending = workbookEnding.exec(fileName);
  if (ending) throw new SheetFault('import.wrongEnding', { params: { ending: ending[0] } });
  return 'text';
}

/** Encrypted workbooks and Excel 97 workbooks share a container format, whose directory names its streams. */
function compoundFileFault(bytes: Uint8Array) {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const holds = (name: string) => content.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return 'import.encrypted';
  return holds('Workbook') || holds('Book\0') ? 'import.oldExcel' : 'import.notASpreadsheet';
}
