import { fold } from '@guichet/contract/core/fold';
import type { weakPasswordKeys } from '@guichet/contract/passwordRule';
import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as englishWithLastNames } from '@zxcvbn-ts/language-en';
import { dictionary as french } from '@zxcvbn-ts/language-fr';
import { localWords } from './localWords.ts';

export type StrengthFault = (typeof weakPasswordKeys)[number];

/** The library's own bound between a score of 1 and 2: what throttled guesses online may reach. */
const fewestGuesses = 1e6;
/** A word or pattern that takes fewer is among the first that are tried, whatever is added to it (ASVS 6.2.4). */
const commonGuesses = 15_000;
/** Three common words in a row are a passphrase. */
const mostCommonParts = 2;
/** Of each list: what comes later is hardly more than chance. */
const mostWords = 20_000;
const shortestWord = 3;
const longWord = 5;

// 89,000 of them, of which the frequent ones stand in the other lists.
const { 'lastnames-en': _lastNames, ...english } = englishWithLastNames;

/** One ranking instead of the library's many: an estimate looks each part of a password up in every dictionary. */
const words = rankTogether([common['passwords-common'], ...Object.values(english), ...Object.values(french)]);

const estimator = new ZxcvbnFactory({
  dictionary: { localWords, words },
  graphs: adjacencyGraphs,
  // Both bound the time of an estimate; the rule allows 25 characters, which may fold into many more.
  maxLength: 25,
  l33tMaxSubstitutions: 16,
});

/**
 * Why a password that keeps the rule is guessed early all the same; null when nothing is known against it. `around`
 * are the names that somebody who knows the person and the place would try first. Takes milliseconds, and loading this
 * module a third of a second: for the worker alone.
 */
export function findStrengthFault(password: string, around: readonly string[]): StrengthFault | null {
  const plain = fold(password);
  const names = [...new Set(around.flatMap(namesIn))];
  if (isMadeOfNames(plain, names)) return 'nearPassword';
  const estimates = [
    estimator.check(plain, names),
    ...coresOf(plain).map((core) => estimator.check(core, names)),
  ];
  const weak = estimates.filter((estimate, index) =>
    index === 0 ? isGuessed(estimate) : isCommon(estimate),
  );
  if (weak.length === 0) return null;
  return weak.some(({ sequence }) => sequence.some(isName)) ? 'nearPassword' : 'commonPassword';
}

/** The words of a name or an address, folded; and all of it in one. */
function namesIn(text: string): string[] {
  const words = fold(text).split(/[^a-z]+/);
  return [...words, words.join('')].filter((word) => word.length >= shortestWord);
}

/** Zoe#Cote27: between the signs, nothing but names. */
function isMadeOfNames(plain: string, names: readonly string[]): boolean {
  const pieces = plain.split(/[-#%^&*_]+/).map((piece) => piece.replaceAll(/^\d+|[\d!]+$/g, ''));
  return pieces.every((piece) => estimator.check(piece, [...names]).sequence.every(isName));
}

/**
 * What is left without some or all of the digits and signs that are put behind a word to keep the rule, with and
 * without those in front: one of them may stand for the word's last letter. A long word also shows with two letters
 * behind the signs.
 */
function coresOf(plain: string): string[] {
  const dressing = /[^a-z]{0,8}$/.exec(plain)?.[0].length ?? 0;
  const ends = Array.from({ length: dressing + 1 }, (_, length) => plain.slice(0, plain.length - length));
  const long = plain.replace(/[^a-z]+[a-z]{1,2}[^a-z]*$/, '');
  if (withoutHead(long).length >= longWord) ends.push(long);
  const cores = ends.flatMap((core) => [core, withoutHead(core)]);
  return [...new Set(cores)].filter((core) => core !== plain && core.length >= shortestWord);
}

function withoutHead(text: string): string {
  return text.replace(/^[^a-z]+/, '');
}

function isGuessed({ guesses }: ZxcvbnResult): boolean {
  return guesses < fewestGuesses;
}

function isCommon({ password, sequence }: ZxcvbnResult): boolean {
  // Not the guesses where there is a rank: signs for letters make nothing of a common word uncommon.
  const isKnown = ({ pattern, guesses, rank = guesses }: Part) =>
    pattern !== 'bruteforce' && rank < commonGuesses;
  // With signs between them, two are found in what chance draws.
  const mostParts = /^[a-z]+$/.test(password) ? mostCommonParts : 1;
  return sequence.length <= mostParts && sequence.every(isKnown);
}

type Part = ZxcvbnResult['sequence'][number];

function isName({ dictionaryName }: Part): boolean {
  return dictionaryName === 'userInputs';
}

/** Folded, since passwords are compared without accents; a word counts by its best rank in any of the lists. */
function rankTogether(lists: readonly (readonly (string | number)[])[]): string[] {
  const ranks = new Map<string, number>();
  for (const list of lists) {
    for (const [rank, entry] of list.slice(0, mostWords).entries()) {
      const word = fold(String(entry));
      ranks.set(word, Math.min(rank, ranks.get(word) ?? rank));
    }
  }
  return [...ranks].sort(([, one], [, other]) => one - other).map(([word]) => word);
}
