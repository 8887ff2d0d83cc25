/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters: Record<string, string> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ſ: 's',
  ƒ: 'f',
};

const unplain = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/** Marks that show nothing: soft hyphen, zero-width and direction marks, byte order mark. */
export const invisibleMarks = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/**
 * The key by which names and words are searched and sorted: no accents, lower case, single spaces, every dash a
 * typed hyphen. The key is stored, so that every database sorts and matches alike. Idempotent.
 */
export function fold(text: string): string {
  const folded = isByLetter.test(text)
    ? text.toLowerCase().replaceAll(/[^ -~]/g, foldedLetter)
    : foldWhole(text);
  return folded.replaceAll(/ {2,}/g, ' ').trim();
}

/** Equal for two spellings of one name: folded, and a hyphen counts as a space. Idempotent. */
export function nameKey(name: string): string {
  return fold(name).replaceAll(/[ -]+/g, ' ').trim();
}

/** The folded words of a search, all of which must occur; separated by spaces, commas or semicolons. */
export function searchWords(search: string): string[] {
  const words = fold(search)
    .split(/[\s,;]+/)
    .filter(Boolean);
  return distinctWords(words);
}

/** The words of a search for people, for `nameText`: without apostrophes and parted at hyphens, but in an address. */
export function nameWords(search: string): string[] {
  const words = searchWords(search).flatMap((word) =>
    word.includes('@') ? [word] : word.replaceAll("'", '').split('-').filter(Boolean),
  );
  return distinctWords(words);
}

/** Folded names and addresses, with the same again without apostrophes and hyphens, and the first two words as one. */
export function nameText(text: string): string {
  const folded = fold(text);
  const [first = '', second = ''] = folded.split(/\s+/);
  return `${folded} ${folded.replaceAll(/['-]/g, '')} ${first}${second}`;
}

/** More words than a name, an address and a number have together. */
const mostSearchWords = 12;

/** Each word once, in the order of `words`; of very many words only the longest, which tell people apart. */
export function distinctWords(words: readonly string[]): string[] {
  const distinct = [...new Set(words)];
  if (distinct.length <= mostSearchWords) return distinct;
  const longest = new Set(
    distinct.toSorted((one, other) => other.length - one.length).slice(0, mostSearchWords),
  );
  return distinct.filter((word) => longest.has(word));
}

/** Latin letters and common signs, each of which folds alone; letter by letter is four times as fast. */
const isByLetter = /^[\0-\u024f\u2000-\u2027]*$/;

const foldedLetters = new Map<string, string>();

function foldedLetter(letter: string): string {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  const folded = foldWhole(letter);
  foldedLetters.set(letter, folded);
  return folded;
}

function foldWhole(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(invisibleMarks, '')
    .replaceAll(unplain, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[‘’ʼ]/gu, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/\s/gu, ' ');
}

/** The key by which e-mail addresses are compared: trimmed, lower case (readings §1). */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
