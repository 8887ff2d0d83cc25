import { inflateSync } from 'node:zlib';
import { AppError } from '../../../core/runtime/errors.ts';

/** Names that make a reader run, open, play or fetch something (ISO 32000-1, 7.11.4, 12.6.4, 12.7.8, 13). */
const actingName =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|GoToE|ImportData|XFA)(?![\w.-])/;
/** Too short to search for in binary data. */
const shortActingName = /\/JS(?![\w.-])/;
const encryption = /\/Encrypt(?![\w.-])/;
const objectStream = /\/ObjStm(?![\w.-])/;
/** In bytes, for all object streams together; ten times what a thousand pages need. */
const mostUnpacked = 64 * 1024 * 1024;
/** Printable characters except `<`, with which HTML begins. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: printer commands begin with ESC
const printable = /^[\t\n\f\r\x1b -;=-~\xef\xbb\xbf]*$/;
const zipEnd = Buffer.from('504b0506', 'hex');
const longestZipEnd = 22 + 0xffff;
const mark = 0x23;
/** The value of a hexadecimal digit, by its character code; -1 for other characters. */
const digitOf = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? -1 : value;
});

/**
 * Searches a PDF and its object streams for names of active content, with `#xx` escapes decoded.
 * @throws AppError `attachment.twoKinds`, `attachment.encrypted`, `attachment.acting`, `attachment.tooDense`, and
 *   `attachment.opaque` for an object stream with unsupported filters
 */
export function checkPdf(bytes: Buffer): void {
  checkBounds(bytes);
  const text = plainNames(bytes);
  if (encryption.test(text)) throw new AppError('attachment.encrypted');
  if (actingName.test(text)) throw new AppError('attachment.acting');
  const objects = readObjects(bytes, text);
  if (actingName.test(objects) || shortActingName.test(objects)) throw new AppError('attachment.acting');
}

/** Refuses polyglot files: a page, a program or an archive before the header or after the end. */
function checkBounds(bytes: Buffer): void {
  const before = bytes.toString('latin1', 0, bytes.indexOf('%PDF-'));
  // Printer drivers write their commands before the header.
  const isPlain = printable.test(before) && !/^(?:MZ|PK|GIF8|BM|Rar!|#!)/.test(before);
  const endsAsZip = bytes.subarray(-longestZipEnd).includes(zipEnd);
  if (!isPlain || endsAsZip) throw new AppError('attachment.twoKinds');
}

/** The bytes as Latin-1, with each `#xx` decoded; in one pass, since a file may consist of escapes alone. */
function plainNames(bytes: Buffer): string {
  const next = bytes.indexOf(mark);
  if (next < 0) return bytes.toString('latin1');
  const plain = Buffer.from(bytes);
  let to = next;
  for (let from = next; from < bytes.length; to += 1) {
    const high = bytes[from] === mark ? (digitOf[bytes[from + 1] ?? 0] ?? -1) : -1;
    const low = high < 0 ? -1 : (digitOf[bytes[from + 2] ?? 0] ?? -1);
    plain[to] = low < 0 ? (bytes[from] ?? 0) : high * 16 + low;
    from += low < 0 ? 1 : 3;
  }
  return plain.toString('latin1', 0, to);
}

/** The text outside of streams, and the unpacked object streams. */
function readObjects(bytes: Buffer, plain: string): string {
  const text = bytes.toString('latin1');
  const objects: string[] = [];
  let left = mostUnpacked;
  let found = 0;
  let at = 0;
  for (const start of text.matchAll(/(?<!end)stream(?:\r\n|\n|\r)/g)) {
    if (start.index < at) continue;
    const head = plainNames(bytes.subarray(at, start.index));
    objects.push(head);
    const from = start.index + start[0].length;
    const end = text.indexOf('endstream', from);
    const to = end < 0 ? text.length : end;
    at = to;
    const dictionary = head.slice(Math.max(head.lastIndexOf('endobj'), head.lastIndexOf('endstream'), 0));
    if (!objectStream.test(dictionary)) continue;
    const content = unpack(dictionary, bytes.subarray(from, to), left);
    left -= content.length;
    objects.push(plainNames(content));
    found += 1;
  }
  objects.push(plainNames(bytes.subarray(at)));
  // An object stream without a stream start: this parser has not seen its content.
  if (found !== plain.split(objectStream).length - 1) throw new AppError('attachment.opaque');
  return objects.join('\n');
}

function unpack(dictionary: string, packed: Buffer, left: number): Buffer {
  const filters = /\/Filter\s*(\[[^[\]]*\]|\/\w+)/.exec(dictionary)?.[1]?.match(/\w+/g) ?? [];
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
