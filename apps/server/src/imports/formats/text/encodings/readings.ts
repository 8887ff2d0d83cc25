import { isUtf8 } from 'node:buffer';
import { type ListEncoding, listEncodings } from '@guichet/contract/imports/imports.encodings';
import iconv from 'iconv-lite';
import type { FieldNamed } from '../../sheet.ts';
import { type Writing, writings } from './languages.ts';
import { costOfSign, type Score, scoreWord, splitWords } from './wordScore.ts';

export interface Reading extends Score {
  readonly encoding: ListEncoding;
}

const sampledBytes = 48 * 1024;
const mostWords = 400;
/** A heading that is a known word in an encoding, such as Prénom, is hardly one in another by chance. */
const headingWorth = 8;
const headingCells = 200;
/** Spellings of French whose bytes are ď and č elsewhere, which do not stand so there: Loïc, Anaïs, Hélène, Lefèvre. */
const frenchSpelling = /[aou]ï[b-df-hl-np-tv-z]|è(?:[bcdfglmnprstvz]|[bcdgv]r|ch|qu|gn)e/iu;
const frenchWorth = 12;
/** How rare lists in an encoding are at a university of French and English. */
const rarity: Readonly<Partial<Record<ListEncoding, number>>> = {
  'windows-1252': 0,
  macintosh: 2,
  cp850: 3,
  'koi8-r': 8,
  cp866: 8,
  'euc-jp': 6,
};
const rare = 5;
/** The worth of each byte that continues a letter of UTF-8, valid by chance one time in ten. */
const provenByUtf8 = 2.3;
const mostOffered = 8;

const everything: readonly Writing[] = [
  ...Object.values(writings).flat(),
  { script: 'Kana', letters: '', rarity: 0 },
];

/** A smaller lead over the next reading proves nothing, and over one without anything odd little. */
const sureLead = 6;
const surelyAhead = 15;

/** Whether the first reading leaves no other that makes sense. */
export function isClear(
  [best, ...others]: readonly Reading[],
  of: (reading: Reading) => boolean = () => true,
): boolean {
  if (!best) return false;
  const leads = others.filter(of).map((other) => ({ by: best.score - other.score, isWhole: other.isWhole }));
  if (leads.some(({ by }) => by < sureLead)) return false;
  if (best.encoding === 'utf-8') return true;
  return leads.every(({ by, isWhole }) => by >= surelyAhead || (best.isWhole && !isWhole));
}

/** The readings of a text list, the likeliest first; equal readings count once. */
export function rateReadings(bytes: Uint8Array, fieldNamed: FieldNamed): Reading[] {
  const sample = sampleOf(bytes);
  const seen = new Set<string>();
  const readings = listEncodings.flatMap((encoding): Reading[] => {
    if (encoding === 'utf-8' && !isUtf8(bytes)) return [];
    const text = iconv.decode(sample, encoding);
    if (text.includes('\ufffd') || seen.has(text)) return [];
    seen.add(text);
    return [{ encoding, ...rate(text, encoding, fieldNamed) }];
  });
  return readings.toSorted((one, other) => other.score - one.score).slice(0, mostOffered);
}

/** The first lines with bytes beyond ASCII, which no encoding uses within a line feed. */
function sampleOf(bytes: Uint8Array): Buffer {
  const lines: Uint8Array[] = [];
  let size = 0;
  let start = 0;
  let isBeyond = false;
  for (let at = 0; at <= bytes.length && size < sampledBytes; at += 1) {
    const byte = bytes[at] ?? 0x0a;
    if (byte >= 0x80) isBeyond = true;
    if (byte !== 0x0a && byte !== 0x0d) continue;
    if (isBeyond) {
      lines.push(bytes.subarray(start, at), Uint8Array.of(0x0a));
      size += at - start;
    }
    start = at + 1;
    isBeyond = false;
  }
  return Buffer.concat(lines).subarray(0, sampledBytes * 2);
}

function rate(text: string, encoding: ListEncoding, fieldNamed: FieldNamed): Score {
  const isUtf = encoding === 'utf-8';
  const known = isUtf ? everything : writings[encoding];
  const { names, headings } = partsOf(text, fieldNamed);
  let score = headingWorth * headings - (isUtf ? 0 : (rarity[encoding] ?? rare));
  let isWhole = true;
  // A list in Windows-1252 names people of all countries, a list in another encoding people of one country.
  const isOfMany = isUtf || known === writings['windows-1252'];
  const ofAll = known.map(() => true);
  for (const word of new Set(splitWords(names).slice(0, mostWords))) {
    const { score: own, fits } = scoreWord(word, known);
    score += own + (isOfMany && frenchSpelling.test(word) ? frenchWorth : 0);
    if (isUtf) score += provenByUtf8 * (Buffer.byteLength(word) - [...word].length);
    isWhole &&= fits.includes(true);
    for (const [at, fit] of fits.entries()) ofAll[at] &&= fit;
  }
  isWhole &&= isOfMany || ofAll.includes(true);
  const signs = [...names.matchAll(/[^\0-\u007f\p{L}\p{M}]/gu)];
  for (const { 0: one, index } of signs.slice(0, mostWords)) {
    const cost = costOfSign(names[index - 1] ?? ' ', one, names[index + 1] ?? ' ');
    score -= cost;
    if (cost >= 4) isWhole = false;
  }
  return { score, isWhole };
}

/** The cells of the sample without known headings, whose language says nothing of the names, and how many these are. */
function partsOf(text: string, fieldNamed: FieldNamed) {
  const cells = text.split(/[;,\t|"<>\n]/);
  const isHeading = (cell: string, at: number) =>
    at < headingCells &&
    /[^\0-\u007f]/.test(cell) &&
    /^[\p{L}\p{M}\s'’°()/-]+$/u.test(cell) &&
    fieldNamed(cell) !== null;
  const names = cells.filter((cell, at) => !isHeading(cell, at));
  return { names: names.join('\n'), headings: cells.length - names.length };
}
