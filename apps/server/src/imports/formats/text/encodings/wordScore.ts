import iconv from 'iconv-lite';
import type { Writing } from './languages.ts';

/** How well a text fits: a logarithm of probability, 0 at best, and whether nothing in it is odd. */
export interface Score {
  readonly score: number;
  readonly isWhole: boolean;
}

const letter = /[\p{L}\p{M}]/u;
const wordShape = /^(?:\p{Lu}+|\p{Lu}?[\p{Ll}\p{M}]+|[^\p{Lu}\p{Ll}]+)$/u;
const vowels = /[aeiouyàâäáãåæèéêëęěėēìíîïīįıòóôõöøőœùúûüůűūųýÿąăāаеёиіїоуыэюяєαεηιουωάέήίόύώϊϋ]/u;
/** Scripts by the ranges that hold their letters, for a quick look. */
const scripts: readonly (readonly [RegExp, Writing['script']])[] = [
  [/[A-Za-z\u00c0-\u024f\u1e00-\u1eff]/, 'Latin'],
  [/[\u0400-\u052f]/, 'Cyrillic'],
  [/[\u0370-\u03ff\u1f00-\u1fff]/, 'Greek'],
  [/[\u0590-\u05ff]/, 'Hebrew'],
  [/[\u0600-\u06ff]/, 'Arabic'],
  [/[\u0e00-\u0e7f]/, 'Thai'],
  [/[\u4e00-\u9fff\u3005]/, 'Han'],
  [/[\u3040-\u30ff]/, 'Kana'],
  [/[\uac00-\ud7a3]/, 'Hangul'],
];
const unlisted = 8;
const mixed = 10;
const sign = 8;

export function splitWords(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{M}]{1,60}/gu)].map(([word]) => word);
  return words.filter((word) => /[^\0-\u007f]/.test(word));
}

/** The score of a word in the language that fits it best, and the languages in which nothing in it is odd. */
export function scoreWord(word: string, writings: readonly Writing[]) {
  const found = scripts.flatMap(([of, script]) => (of.test(word) ? [script] : []));
  const isMixed =
    found.length !== 1 && !(found.length === 2 && found.includes('Han') && found.includes('Kana'));
  const shape = wordShape.test(word) ? 0 : 6;
  const costs = writings.map((writing) => costOf(word, writing, found[0]));
  const least = Math.min(...costs.map(({ cost }, at) => cost + (writings[at]?.rarity ?? 0)));
  const fits = costs.map(({ isWhole }) => isWhole && !isMixed && shape === 0);
  return { score: -least - shape - (isMixed ? mixed : 0), fits };
}

function costOf(word: string, { script, letters, common }: Writing, found: Writing['script'] | undefined) {
  const small = word.replaceAll('İ', 'i').toLowerCase();
  const isIdeographic = script === 'Han' || script === 'Kana' || script === 'Hangul';
  let cost = 0;
  let isWhole = true;
  const signs = [...small];
  for (const [at, one] of signs.entries()) {
    if (script === 'Latin' && one < '\u0080') continue;
    const rank = letters.indexOf(one);
    const lost = isIdeographic
      ? costOfIdeograph(one, rank, common)
      : rank < 0
        ? unlisted
        : 0.7 + Math.log(rank + 1);
    cost += lost;
    if (lost >= unlisted) isWhole = false;
    const odd = script === 'Latin' ? oddnessAt(signs, at) : oddEnding(signs, at);
    cost += odd;
    if (odd > 0) isWhole = false;
  }
  // A name of one or two letters is rare, but for names in ideographs.
  if (!isIdeographic && script !== 'Latin' && signs.length < 3) cost += 4;
  return { cost, isWhole: isWhole && (found === undefined || found === script || isIdeographic) };
}

/** Common characters of names cost less than others, and characters beyond the first level of a standard most. */
function costOfIdeograph(one: string, rank: number, common: Writing['common']): number {
  if (rank >= 0) return 4.5;
  if (/[\u3040-\u30fa\u30fc]/.test(one)) return 4;
  if (/[\uac00-\ud7a3]/.test(one)) return 7;
  if (!common) return 7.5;
  const [lead = 0, next = 0] = iconv.encode(one, common.encoding);
  return lead >= common.first && lead <= common.last && (lead < 0xa1 || next >= 0x40) ? 7.5 : 13;
}

/** An accented consonant among consonants, a vowel among vowels, or three letters beyond ASCII in a row. */
function oddnessAt(signs: readonly string[], at: number): number {
  const isBeyond = (place: number) => (signs[place] ?? 'a') > '\u007f';
  if (isBeyond(at - 1) && isBeyond(at) && isBeyond(at + 1)) return 6;
  const [before, after] = [signs[at - 1], signs[at + 1]];
  if (before === undefined || after === undefined) return 0;
  const [isVowel, ...beside] = [signs[at] ?? '', before, after].map((one) => vowels.test(one));
  if (isVowel) return beside[0] && beside[1] ? 2 : 0;
  // Č and ř before most consonants are è and ø read wrongly.
  return !beside[1] && (!beside[0] || !/[kntlhjcš]/.test(after)) && !/[łńñçßðş]/.test(signs[at] ?? '')
    ? 2
    : 0;
}

/** Letters that end words stand at the end alone, and their other forms never. */
function oddEnding(signs: readonly string[], at: number): number {
  const isLast = at === signs.length - 1;
  if (/[ςךםןףץ]/.test(signs[at] ?? '')) return isLast ? 0 : 6;
  return isLast && signs[at] === 'σ' && signs.length > 1 ? 6 : 0;
}

/** The cost of a sign beyond ASCII, which stands between two other signs. */
export function costOfSign(before: string, one: string, after: string): number {
  if (/[\u0080-\u009f\u{e000}-\u{f8ff}]/u.test(one)) return 14;
  const beside = [before, after].filter((other) => letter.test(other)).length;
  if (/[’‘]/.test(one)) return beside === 2 ? 0 : 3;
  if (/[°º]/.test(one)) return /n/i.test(before) ? 0 : sign;
  if (/[‐‑–\u00a0]/.test(one)) return 1;
  if (/[«»“”—…€・]/.test(one)) return beside === 2 ? sign : 2;
  return sign;
}
