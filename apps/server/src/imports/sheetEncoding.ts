import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { SheetFault } from './sheet.ts';

const chunkBytes = 128 * 1024;

export interface DecodedText {
  /** The text piece by piece, every line break as a line feed. */
  readonly chunks: () => Generator<string>;
  readonly share: () => number;
  readonly encoding: string;
}

/**
 * Text in whatever way a spreadsheet saves it: by its mark, else UTF-16 by its zero bytes, else UTF-8 if it is that,
 * else Windows-1252, where ’ and œ exist and which ISO-8859-1 would lose.
 * @throws SheetFault `import.notASpreadsheet` when a zero byte gives away that it is no text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  let read = 0;
  function* chunks(): Generator<string> {
    const decoder = iconv.getDecoder(encoding);
    let carry = '';
    for (read = 0; read < bytes.length; ) {
      const end = Math.min(read + chunkBytes, bytes.length);
      const piece = bytes.subarray(read, end);
      const text = carry + decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
      read = end;
      // A carriage return at the end may be half of a line break.
      carry = text.endsWith('\r') ? '\r' : '';
      yield withLineFeeds(carry ? text.slice(0, -1) : text);
    }
    yield withLineFeeds(carry + (decoder.end() ?? ''));
  }
  return { chunks, encoding, share: () => (bytes.length === 0 ? 1 : read / bytes.length) };
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const isMarkedUtf8 = a === 0xef && b === 0xbb && c === 0xbf;
  // No heading begins with a zero character, so a zero beside a letter is half of one.
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  if (a === 0 && b && c === 0 && d) return 'utf-16be';
  if (bytes.includes(0)) throw new SheetFault('import.notASpreadsheet');
  return isMarkedUtf8 || isUtf8(bytes) || isDamagedUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/**
 * UTF-8 in which a few bytes were lost: nearly all letters beyond ASCII are well-formed, which in Windows-1252 would
 * mean a sign behind each capital with an accent. Read as UTF-8, the cells that lost something can be named.
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
