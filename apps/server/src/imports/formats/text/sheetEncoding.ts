import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { type FieldNamed, SheetFault } from '../sheet.ts';
import { type Guess, guessSingleByte } from './singleByte.ts';

const chunkBytes = 128 * 1024;

/**
 * Decodes a text file: by its byte order mark, else as UTF-16 by its zero bytes, else as UTF-8 if valid, else
 * as the file states (`stated`), else in the single-byte encoding that fits its letters best. Every line
 * break becomes a line feed. `ofSheet`: the properties of a sheet with this text.
 * @throws SheetFault `import.notASpreadsheet` if zero bytes reveal a binary file
 */
export function decodeText(bytes: Uint8Array, fieldNamed: FieldNamed, stated: string | null = null) {
  const { encoding, isSure } = encodingOf(bytes, fieldNamed, stated);
  let read = 0;
  function* chunks(): Generator<string> {
    const decoder = iconv.getDecoder(encoding);
    let carry = '';
    for (read = 0; read < bytes.length; ) {
      const end = Math.min(read + chunkBytes, bytes.length);
      const piece = bytes.subarray(read, end);
      const text = carry + decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
      read = end;
      // A carriage return at the end may be the first half of a line break.
      carry = text.endsWith('\r') ? '\r' : '';
      yield withLineFeeds(carry ? text.slice(0, -1) : text);
    }
    yield withLineFeeds(carry + (decoder.end() ?? ''));
  }
  const share = () => (bytes.length === 0 ? 1 : read / bytes.length);
  const ofSheet = { share, kind: 'untyped', encoding, lettersAreUnsure: !isSure } as const;
  return { chunks: chunks(), ofSheet };
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function encodingOf(bytes: Uint8Array, fieldNamed: FieldNamed, stated: string | null): Guess {
  const sure = sureEncodingOf(bytes) ?? (stated && singleByteNamed(stated));
  return sure ? { encoding: sure, isSure: true } : guessSingleByte(bytes, fieldNamed);
}

function sureEncodingOf(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const isMarkedUtf8 = a === 0xef && b === 0xbb && c === 0xbf;
  if (bytes.includes(0)) return wideEncodingOf(bytes);
  if (holdsMacApostrophesAlone(bytes)) return 'macintosh';
  return isMarkedUtf8 || isUtf8(bytes) || isDamagedUtf8(bytes) ? 'utf-8' : null;
}

/**
 * Whether all bytes beyond ASCII are an apostrophe and an accented letter of a classic Mac after an ASCII letter
 * (d’étudiants). They are valid UTF-8 as well, for an Armenian letter within a Latin word.
 */
function holdsMacApostrophesAlone(bytes: Uint8Array): boolean {
  let isFound = false;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const before = String.fromCharCode(bytes[at - 1] ?? 0);
    if (bytes[at] !== 0xd5 || !/[a-z]/i.test(before) || (bytes[at + 1] ?? 0) < 0x80) return false;
    isFound = true;
    at += 1;
  }
  return isFound;
}

const looked = 4096;

/** UTF-16 without a mark: every other byte of Latin text is zero. @throws SheetFault `import.notASpreadsheet` */
function wideEncodingOf(bytes: Uint8Array): string {
  const zeros = [0, 0];
  const end = Math.min(bytes.length - (bytes.length % 2), looked);
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = end / 4;
  if (bytes.length % 2 === 0 && odd > many && even === 0) return 'utf-16le';
  if (bytes.length % 2 === 0 && even > many && odd === 0) return 'utf-16be';
  throw new SheetFault('import.notASpreadsheet');
}

/** The single-byte encoding that a page declares; null for any other name. */
function singleByteNamed(name: string): string | null {
  const known = /^(?:windows-125\d|iso-8859-\d{1,2}|macintosh|x-mac-roman|ibm850|cp850|us-ascii)$/i.test(
    name,
  );
  if (!known) return null;
  if (/^(?:iso-8859-1|us-ascii)$/i.test(name)) return 'windows-1252';
  return /mac/i.test(name) ? 'macintosh' : name.toLowerCase().replace('ibm', 'cp');
}

/**
 * Whether the text is UTF-8 that lost a few bytes: nearly all its non-ASCII sequences are well-formed.
 * Decoded as UTF-8, the text lets damaged cells be reported.
 */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : 0;
    let found = 0;
    while (found < following && ((bytes[at + found + 1] ?? 0) & 0xc0) === 0x80) found += 1;
    if (following > 0 && found === following) whole += 1;
    else broken += 1;
    at += found;
  }
  return whole >= broken * 10;
}
