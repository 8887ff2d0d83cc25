import { fold } from '@guichet/contract/core/fold';
import type { weakPasswordKeys } from '@guichet/contract/passwordRule';
import { commonPasswords, commonWords } from './commonWords.ts';
import { isMonotonous } from './monotony.ts';

export type StrengthFault = (typeof weakPasswordKeys)[number];

/** A word that is long enough to give a password away even with a few letters beside it. */
const tellingLength = 6;
const fewLetters = 4;
/** Below that, what is in a name is in every other word as well. */
const shortestAround = 3;

const common = longestFirst(commonWords);

/**
 * Why a password that keeps the rule is guessed early all the same; null when nothing is known against it. `around`
 * are the words that somebody who knows the person and the place would try first.
 */
export function findStrengthFault(password: string, around: readonly string[]): StrengthFault | null {
  const plain = fold(password);
  if (commonPasswords.has(plain) || isMonotonous(plain)) return 'commonPassword';
  const spellings = [...spellingsOf(plain)];
  if (spellings.some((text) => isMadeOf(text, common))) return 'commonPassword';
  const near = longestFirst([...around.flatMap(wordsIn), ...common]);
  return spellings.some((text) => isMadeOf(text, near)) ? 'nearPassword' : null;
}

/** The words of a name or an address, folded; and all of it in one. */
function wordsIn(text: string): string[] {
  const words = fold(text).split(/[^a-z]+/);
  return [...words, words.join('')].filter((word) => word.length >= shortestAround);
}

const signs: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The letters that a password can be read as: with or without the signs at its ends, and with signs for letters. */
function spellingsOf(plain: string): Set<string> {
  const atEnd = /[^a-z]+$/;
  const atStart = /^[^a-z]+/;
  const bare = plain.replace(atEnd, '');
  const cuts = [plain, bare, plain.replace(atStart, ''), bare.replace(atStart, '')];
  return new Set(
    cuts.flatMap((text) =>
      ['i', 'l'].map((one) =>
        text
          .replaceAll(/[1!|]/g, one)
          .replaceAll(/./gu, (sign) => signs[sign] ?? sign)
          .replaceAll(/[^a-z]/g, ''),
      ),
    ),
  ).add(plain.replaceAll(/[^a-z]/g, ''));
}

/** Whether hardly anything is left of a text once the words are out of it. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  let rest = text;
  let longest = 0;
  for (const word of words) {
    if (!rest.includes(word)) continue;
    rest = rest.replaceAll(word, ' ');
    longest = Math.max(longest, word.length);
  }
  const left = rest.replaceAll(' ', '').length;
  return longest > 0 && (longest >= tellingLength ? left < fewLetters : left === 0);
}

function longestFirst(words: readonly string[]): string[] {
  return [...new Set(words)].sort((one, other) => other.length - one.length);
}
