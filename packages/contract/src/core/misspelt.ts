/** Owns how far a typed word may be from a name: a pure calculation. */
import { fold } from './fold.ts';

const parts = /[\s'-]+/;
const wordsOf = (text: string) => fold(text).split(parts).filter(Boolean);

/** Shorter words must begin a name: almost every short word is near some other one. */
const fewestLetters = 4;
const lettersOfTwoSlips = 6;

/** The two letters with which a misspelt name is looked up, those of the longest word; null without such a word. */
export function readBeginning(words: string): string | null {
  const [longest = ''] = wordsOf(words).toSorted((one, other) => other.length - one.length);
  return longest.length < fewestLetters ? null : (/^\p{L}{2}/u.exec(longest)?.[0] ?? null);
}

/** The slips between folded words and a name: one per word, two per long word; null where a word is farther away. */
export function slipsBetween(words: string, name: string): number | null {
  const names = wordsOf(name);
  let sum = 0;
  for (const word of wordsOf(words)) {
    const least = Math.min(...names.map((one) => slips(word, one)));
    if (least > mostSlips(word)) return null;
    sum += least;
  }
  return sum;
}

function mostSlips(word: string): number {
  if (word.length < fewestLetters) return 0;
  return word.length < lettersOfTwoSlips ? 1 : 2;
}

/** Letters to add, leave out, replace, or exchange with their neighbour (optimal string alignment). */
function slips(word: string, name: string): number {
  if (word.length < fewestLetters) return name.startsWith(word) ? 0 : 1;
  if (Math.abs(word.length - name.length) > mostSlips(word)) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: name.length + 1 }, (_, at) => at);
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= name.length; j++) {
      const isSame = word[i - 1] === name[j - 1];
      const isExchanged = i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1];
      next[j] = Math.min(
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        (last[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[name.length] ?? 0;
}
