import { inflateSync } from 'node:zlib';
import { AppError } from '../../platform/runtime/errors.ts';

/** Names that make a reader run, open, play or fetch something (ISO 32000-1, 7.11.4, 12.6.4, 12.7.8, 13). */
const actingName =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|GoToE|ImportData|XFA)(?![\w.-])/;
/** Too short to search for in binary data. */
const shortActingName = /\/JS(?![\w.-])/;
const encryption = /\/Encrypt(?![\w.-])/;
const objectStream = /\/ObjStm(?![\w.-])/;
/** In bytes, all object streams together; ten times what a thousand pages need. */
const mostUnpacked = 64 * 1024 * 1024;
/** Without `<`, with which HTML begins. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: printer commands begin with ESC
const printable = /^[\t\n\f\r\x1b -;=-~\xef\xbb\xbf]*$/;
const zipEnd = Buffer.from('504b0506', 'hex');
const longestZipEnd = 22 + 0xffff;

/**
 * Searches a PDF and its object streams for names of active content, with `#xx` escapes decoded.
 * @throws AppError `attachment.twoKinds`, `attachment.encrypted`, `attachment.acting`, `attachment.tooDense`, and
 *   `attachment.opaque` for an object stream with unsupported filters
 */
export function checkPdf(bytes: Buffer): void {
  checkBounds(bytes);
  const text = plainNames(bytes.toString('latin1'));
  if (encryption.test(text)) throw new AppError('attachment.encrypted');
  if (actingName.test(text)) throw new AppError('attachment.acting');
  const objects = readObjects(bytes);
  if (actingName.test(objects) || shortActingName.test(objects)) throw new AppError('attachment.acting');
}

/** Refuses polyglot files: a page, a program or an archive before the header or after the end. */
function checkBounds(bytes: Buffer): void {
  const before = bytes.toString('latin1', 0, bytes.indexOf('%PDF-'));
  // Printer drivers write commands in front.
  const isPlain = printable.test(before) && !/^(?:MZ|PK|GIF8|BM|Rar!|#!)/.test(before);
  const endsAsZip = bytes.subarray(-longestZipEnd).includes(zipEnd);
  if (!isPlain || endsAsZip) throw new AppError('attachment.twoKinds');
}

function plainNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The text outside of streams, and the unpacked object streams. */
function readObjects(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const objects: string[] = [];
  let left = mostUnpacked;
  let found = 0;
  let at = 0;
  for (const start of text.matchAll(/(?<!end)stream(?:\r\n|\n|\r)/g)) {
    if (start.index < at) continue;
    const head = plainNames(text.slice(at, start.index));
    objects.push(head);
    const from = start.index + start[0].length;
    const end = text.indexOf('endstream', from);
    const to = end < 0 ? text.length : end;
    at = to;
    const dictionary = head.slice(Math.max(head.lastIndexOf('endobj'), head.lastIndexOf('endstream'), 0));
    if (!objectStream.test(dictionary)) continue;
    const content = unpack(dictionary, bytes.subarray(from, to), left);
    left -= content.length;
    objects.push(plainNames(content.toString('latin1')));
    found += 1;
  }
  objects.push(plainNames(text.slice(at)));
  // An object stream without a stream start was hidden from this parser.
  if (found !== [...plainNames(text).matchAll(new RegExp(objectStream, 'g'))].length)
    throw new AppError('attachment.opaque');
  return objects.join('\n');
}

function unpack(dictionary: string, packed: Buffer, left: number): Buffer {
  const filters = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1]?.match(/\w+/g) ?? [];
  if (filters.length === 0 && !/\/Filter|\/F(?![\w.-])/.test(dictionary)) return packed;
  const isPlain = filters.length === 1 && /^(?:FlateDecode|Fl)$/.test(filters[0] ?? '');
  if (!isPlain || /\/Predictor\s*(?!1\b)\d/.test(dictionary)) throw new AppError('attachment.opaque');
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(left, 1) });
  } catch (error) {
    const isTooDense = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new AppError(isTooDense ? 'attachment.tooDense' : 'attachment.opaque');
  }
}
