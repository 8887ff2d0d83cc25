import { isUtf8 } from 'node:buffer';
import { type ListEncoding, listEncodings } from '@guichet/contract/imports/imports.encodings';
import iconv from 'iconv-lite';
import { type FieldNamed, SheetFault } from '../sheet.ts';
import { isClear, rateReadings } from './encodings/readings.ts';
import { guessSingleByte, singleByteEncodings } from './encodings/singleByte.ts';

export interface EncodingChoice {
  readonly chosen?: ListEncoding | undefined;
  /** The encoding that the file declares. */
  readonly stated?: string | null;
}

const chunkBytes = 128 * 1024;

/**
 * Decodes a text file: by its byte order mark, else as UTF-16 by its zero bytes, else as somebody has chosen or the
 * file states, else in the encoding that fits its letters best. Every line break becomes a line feed. `ofSheet`: the
 * properties of a sheet with this text.
 * @throws SheetFault `import.notASpreadsheet` if zero bytes reveal a binary file
 */
export function decodeText(bytes: Uint8Array, fieldNamed: FieldNamed, choice: EncodingChoice = {}) {
  const { encoding, isSure, readings } = encodingOf(bytes, fieldNamed, choice);
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
  const ofSheet = { share, kind: 'untyped', encoding, readings, lettersAreUnsure: !isSure } as const;
  return { chunks: chunks(), ofSheet };
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

interface Guess {
  readonly encoding: string;
  /** False: another encoding fits the letters as well. */
  readonly isSure: boolean;
  /** The encodings that may be chosen instead; none where no letter depends on it. */
  readonly readings: readonly ListEncoding[];
}

function encodingOf(bytes: Uint8Array, fieldNamed: FieldNamed, { chosen, stated }: EncodingChoice): Guess {
  const sure = sureEncodingOf(bytes);
  if (sure) return { encoding: sure, isSure: true, readings: [] };
  const rated = rateReadings(bytes, fieldNamed);
  const readings = rated.map(({ encoding }) => encoding);
  const told = chosen ?? (stated && encodingNamed(stated));
  if (told) return { encoding: told, isSure: true, readings };
  const best = readings[0] ?? 'windows-1252';
  const isWestern = (encoding: string) => singleByteEncodings.some((one) => one === encoding);
  if (!isWestern(best)) return { encoding: best, isSure: isClear(rated), readings };
  const guess = guessSingleByte(bytes, fieldNamed);
  const isAhead = isClear(rated, ({ encoding }) => !isWestern(encoding));
  return { encoding: guess.encoding, isSure: guess.isSure && isAhead, readings };
}

function sureEncodingOf(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (bytes.includes(0)) return wideEncodingOf(bytes);
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  return isProvenUtf8(bytes) || isDamagedUtf8(bytes) ? 'utf-8' : null;
}

/** So many bytes are not valid UTF-8 by chance; fewer may be, as « d’é » of a classic Mac is. */
const provenBytes = 24;

function isProvenUtf8(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false;
  let continued = 0;
  for (let at = 0; at < bytes.length && continued < provenBytes; at += 1)
    if (((bytes[at] ?? 0) & 0xc0) === 0x80) continued += 1;
  return continued === 0 || continued === provenBytes;
}

const looked = 4096;

/** UTF-16 without a mark: every other byte of Latin text is zero, few others are (Ā, 一). @throws SheetFault `import.notASpreadsheet` */
function wideEncodingOf(bytes: Uint8Array): string {
  const zeros = [0, 0];
  const end = Math.min(bytes.length - (bytes.length % 2), looked);
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = end / 4;
  if (bytes.length % 2 === 0 && odd > many && even * 10 < odd) return 'utf-16le';
  if (bytes.length % 2 === 0 && even > many && odd * 10 < even) return 'utf-16be';
  throw new SheetFault('import.notASpreadsheet');
}

/** Other names that files declare. */
const declared: Readonly<Record<string, ListEncoding>> = {
  'us-ascii': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'x-mac-roman': 'macintosh',
  ibm850: 'cp850',
  'iso-8859-9': 'windows-1254',
  gb2312: 'gbk',
  gb18030: 'gbk',
  'big5-hkscs': 'big5',
  'x-sjis': 'shift_jis',
  'ks_c_5601-1987': 'euc-kr',
};

/** The encoding that a page declares; null for an unknown name, and for UTF-8, which the bytes prove. */
function encodingNamed(name: string): string | null {
  const small = name.toLowerCase();
  const known = declared[small] ?? small;
  if (known === 'utf-8') return null;
  const isListed = listEncodings.some((encoding) => encoding === known);
  return isListed || /^(?:iso-8859-\d{1,2}|koi8-u|windows-1258)$/.test(known) ? known : null;
}

/** Whether the text is UTF-8 that lost a few bytes, so that damaged cells can be reported. */
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
  return broken > 0 && whole >= broken * 10;
}
