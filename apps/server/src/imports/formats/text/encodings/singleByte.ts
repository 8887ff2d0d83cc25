import iconv from 'iconv-lite';
import type { FieldNamed } from '../../sheet.ts';

/** Single-byte encodings in which programs save lists: Windows, classic Mac OS and Excel for Mac, MS-DOS. */
export const singleByteEncodings = ['windows-1252', 'macintosh', 'cp850'] as const;

const french = /[éèêëàâçôîïûùÿœæÉÈÊËÀÂÇÔÎÏÛÙŸŒÆ]/;
const usual = /[áíóúñãõåøšžìòäöüÁÍÓÚÑÃÕÅØŠŽÌÒÄÖÜ]/;
const letter = /\p{L}/u;
const wordShape = /^(?:\p{Lu}+|\p{Ll}+|\p{Lu}\p{Ll}+)$/u;
const beyondAscii = /[^\0-\u007f]/;
const searchedBytes = 4096;
const mostLetters = 20_000;
const longestWord = 40;
/** A smaller lead over the next encoding proves nothing. */
const sureLead = 1;

interface Guess {
  readonly encoding: string;
  /** False: another encoding fits the letters as well. */
  readonly isSure: boolean;
}

/** Guesses the single-byte encoding in which the non-ASCII letters suit the letters and case around them. */
export function guessSingleByte(bytes: Uint8Array, fieldNamed: FieldNamed): Guess {
  const named = singleByteEncodings.map((encoding) => ({
    encoding,
    headings: countHeadingsIn(bytes, encoding, fieldNamed),
  }));
  const [most, next] = named.toSorted((a, b) => b.headings - a.headings);
  if (most && next && most.headings > next.headings) return { encoding: most.encoding, isSure: true };
  const scores = singleByteEncodings.map((encoding) => ({
    encoding,
    score: scoreOf(bytes, lettersOf(encoding)),
  }));
  const [best, second] = scores.toSorted((a, b) => b.score - a.score);
  if (!best || !second) return { encoding: 'windows-1252', isSure: true };
  return { encoding: best.encoding, isSure: best.score - second.score >= sureLead };
}

/** The number of known headings with an accent, such as Prénom, which are words in a single encoding. */
function countHeadingsIn(bytes: Uint8Array, encoding: string, fieldNamed: FieldNamed): number {
  const head = iconv.decode(Buffer.from(bytes.subarray(0, searchedBytes)), encoding);
  const cells = head.split(/[;,\t|"<>\r\n]/).filter((cell) => beyondAscii.test(cell));
  const isWord = (cell: string) => cell.split(/\P{L}+/u).every((word) => word === '' || wordShape.test(word));
  return cells.filter((cell) => isWord(cell) && fieldNamed(cell) !== null).length;
}

function lettersOf(encoding: string): readonly string[] {
  return [...iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, at) => at)), encoding)];
}

function scoreOf(bytes: Uint8Array, letters: readonly string[]): number {
  const signAt = (at: number) => letters[bytes[at] ?? 0x20] ?? ' ';
  let score = 0;
  let seen = 0;
  for (let at = 0; at < bytes.length && seen < mostLetters; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    seen += 1;
    score += letter.test(signAt(at)) ? scoreOfLetter(signAt, at) : scoreOfSign(signAt, at);
  }
  return score;
}

type SignAt = (at: number) => string;

function scoreOfLetter(signAt: SignAt, at: number): number {
  let start = at;
  let end = at + 1;
  while (at - start < longestWord && letter.test(signAt(start - 1))) start -= 1;
  while (end - at < longestWord && letter.test(signAt(end))) end += 1;
  let word = '';
  for (let index = start; index < end; index += 1) word += signAt(index);
  const sign = signAt(at);
  const known = french.test(sign) ? 2 : usual.test(sign) ? 1.5 : -1;
  // Few names begin with a lower-case letter with an accent.
  const isSmallFirst = start === at && /\p{Ll}/u.test(sign) && word.length > 1;
  return known - (wordShape.test(word) ? 0 : 3) - (isSmallFirst ? 0.5 : 0);
}

function scoreOfSign(signAt: SignAt, at: number): number {
  const [sign, before, after] = [signAt(at), signAt(at - 1), signAt(at + 1)];
  const isAfterShort = letter.test(before) && !(letter.test(signAt(at - 2)) && letter.test(signAt(at - 3)));
  if (sign === '’' || sign === '‘') return isAfterShort && letter.test(after) ? 2 : 0;
  if (sign === '°' || sign === 'º') return /n/i.test(before) ? 2 : -1;
  if (sign === '–' || sign === '—') return /\p{Ll}/u.test(after) ? -1 : 1;
  if (sign === '\u00a0') return 0.5;
  return letter.test(before) && letter.test(after) ? -4 : -2;
}
