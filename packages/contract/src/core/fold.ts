/** Letters that Unicode does not take apart into a plain letter and a mark. */
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

/**
 * The form of a name or a word by which it is searched and sorted: no accents, no case, single spaces. The server
 * stores it, so that every database orders and finds alike. Folding twice changes nothing.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(unplain, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[‘’ʼ]/gu, "'")
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
