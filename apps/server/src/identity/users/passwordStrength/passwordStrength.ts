import { fold } from '@guichet/contract/core/fold';
import type { weakPasswordKeys } from '@guichet/contract/identity/passwordRule';
import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as englishWithLastNames } from '@zxcvbn-ts/language-en';
import { dictionary as french } from '@zxcvbn-ts/language-fr';

export type StrengthFault = (typeof weakPasswordKeys)[number];

/** The library's bound between scores 1 and 2: fewer guesses are within reach of throttled online guessing. */
const fewestGuesses = 1e6;
/** A word or pattern that takes fewer guesses is guessed first, whatever is added to it (ASVS 6.2.4). */
const commonGuesses = 15_000;
/** Two common words in a row are still weak; three make a passphrase. */
const mostCommonParts = 2;
/** The words used of each list; rarer words tell little. */
const mostWords = 20_000;
const shortestWord = 3;
/** Such as Xi and Wu. Names so short occur by chance among other letters, but not alone among digits and signs. */
const shortestName = 2;
const longWord = 5;
/** The letters allowed beside a name that make no other word, such as the capital that the rule asks for. */
const mostStrayLetters = 2;
/** About twelve random digits, signs and letters beside a name; beyond that the name occurs by chance. */
const strayGuesses = 1e13;

/** Years, months and seasons: people add them to a name when a password has to be changed. */
const times =
  /(?:19|20)\d\d|janvier|january|jan|fevrier|february|fev|feb|mars|march|mar|avril|april|avr|apr|mai|may|juin|june|jun|juillet|july|juil|jul|aout|august|aug|septembre|september|sept|sep|octobre|october|oct|novembre|november|nov|decembre|december|dec|printemps|spring|summer|automne|autumn|hiver|winter|fall|ete/g;

/** The characters that may stand for a letter of a name. */
const spellings: Readonly<Record<string, string>> = {
  a: 'a@4',
  b: 'b8',
  e: 'e3€',
  g: 'g69',
  i: 'i1!',
  l: 'l1!',
  o: 'o0',
  s: 's$5',
  t: 't7',
  z: 'z2',
};

// Leaves out the library's 89,000 last names, of which the frequent ones are in the other lists.
const { 'lastnames-en': _lastNames, ...english } = englishWithLastNames;

/**
 * Words and keyboard runs common in local passwords that the library's dictionaries lack or rank as rare;
 * folded. They also match in leetspeak and with the usual additions.
 */
const localWords: string[] = `
  passwort passwd passw motpasse motdepasse monmotdepasse secrete confidentiel administrator administrateur
  administratrice root toor superuser manager user utilisateur username login connexion bonsoir default defaut
  changezmoi temp temporaire temporary facebook twitter instagram youtube microsoft iphone android linkedin
  netflix amazon qwertz qsdfgh qsdfghjklm zaqxsw aqwzsx lovely ilove jetaime jtaime monamour moncoeur bisou
  bisous calin tendresse babe babygirl darling forever friend mamie papi maison mafille monfils garcon minou
  chaton chouchou nounours poupee tigrou nuage orage arcenciel rainbow flower roses violette jasmin lavande
  fraise pomme banane citron chocolat chocolate vanille caramel nutella poutine erable tabarnak panther panthere ours
  aigle hawk poney dauphin dolphin papillon chienne cat puppy kitten basketball basket ski natation judo
  canadiens nordiques habs leafs senators senateurs alouettes messi zidane gretzky pokemon goku zelda minecraft
  fortnite shadows warrior guerrier phoenix tonnerre jesuschrist blessed dollar bonheur heureux holiday holidays
  halloween paques montreal ottawa gatineau vancouver canadien newyork haiti senegal daniel joseph stephanie
  benjamin julien mathieu matthieu vincent sylvie martine virginie etudiant prof professeur exam exams examens
  pink trustno trustnoone nothing jesaispas putain connard hotmail gmail yahoo laptop serveur network reseau
  aa12345678 1qaz@wsx zaq!2wsx 2wsx@wsx !qaz@wsx !@#$%^&* qwe!@#123 zaq1@wsx xsw2@wsx 1qaz@wsx3edc a1z2e3r4! a1z2e3r4t5! 1a2z3e4r! qaz@123wsx
  !q1q1q1q r00t@123 x1y2z3!! demo@1234 gu3st@123
`
  .trim()
  .split(/\s+/);

/** The lists merged into one ranking, since the library looks each part of a password up in every dictionary. */
const words = rankTogether([common['passwords-common'], ...Object.values(english), ...Object.values(french)]);

const estimator = new ZxcvbnFactory({
  dictionary: { localWords, words },
  graphs: adjacencyGraphs,
  // These settings bound the time of an estimate; 25 characters, which the rule allows, may fold into more.
  maxLength: 25,
  l33tMaxSubstitutions: 16,
});

/**
 * Why a password that satisfies the rule is still weak; null if it is not. `around` are names of the person
 * and the place, which an attacker would try first. An estimate takes milliseconds, loading this module a
 * third of a second: call it in the worker only.
 */
export function findStrengthFault(password: string, around: readonly string[]): StrengthFault | null {
  const plain = fold(password);
  const all = [...new Set(around.flatMap(namesIn))];
  const names = all.filter((name) => name.length >= shortestWord);
  if (isMadeOfNames(plain, names) || isNameDressed(plain, all)) return 'nearPassword';
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

/** The words of a name or an address, folded; all of them joined; and numbers of five or more digits. */
function namesIn(text: string): string[] {
  const plain = fold(text);
  const words = plain.split(/[^a-z]+/);
  const numbers = plain.match(/\d{5,}/g) ?? [];
  return [...words, words.join(''), ...numbers].filter((word) => word.length >= shortestName);
}

/** Whether only names stand between the signs, such as Zoe#Cote27. */
function isMadeOfNames(plain: string, names: readonly string[]): boolean {
  const pieces = plain
    .split(/[-#%^&*_]+/)
    .map((piece) => piece.replace(/^\d+/, '').replace(/(?<![\d!])[\d!]+$/, ''));
  return pieces.every((piece) => estimator.check(piece, [...names]).sequence.every(isName));
}

/**
 * Whether a password is a name with additions, such as lea2027!L, Lea!Nov27 or L.e.a.2027!: a name of any length, also
 * backwards or with something between its letters, and beside it a time, digits, signs, hardly a letter or one common word.
 */
function isNameDressed(plain: string, names: readonly string[]): boolean {
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  const withoutAny = longestFirst.reduce(withoutName, plain);
  if (withoutAny === plain) return false;
  const rest = withoutAny.replaceAll(times, '');
  if (rest.replaceAll(/[^a-z]/g, '').length <= mostStrayLetters)
    return (
      estimator.check(rest).sequence.reduce((product, { guesses }) => product * guesses, 1) < strayGuesses
    );
  const named = longestFirst.filter(({ length }) => length >= shortestWord).reduce(withoutName, plain);
  if (named === plain) return false;
  const estimates = [estimator.check(named.replaceAll(times, ''))];
  return estimates.some(isGuessed) || coresOf(named).some((core) => isCommonWord(estimator.check(core)));
}

function withoutName(text: string, name: string): string {
  const letters = [...name];
  const spelt = letters.map((letter) => `[${spellings[letter] ?? letter}]`);
  const isNumber = /^\d/.test(name);
  const ways = [spelt.join('')];
  if (name.length >= shortestWord) ways.push(spelt.toReversed().join(''));
  // With something between the characters, only the letters count: digits and signs alone spell many a name.
  if (!isNumber) ways.push(...[letters, letters.toReversed()].map((some) => some.join('[^a-z]{1,3}')));
  return ways.reduce(
    (rest, way) =>
      rest.replaceAll(new RegExp(way, 'g'), (found) => (isNumber || /[a-z]/.test(found) ? '' : found)),
    text,
  );
}

/**
 * The password without some or all of its trailing digits and signs (a sign may replace the word's last
 * letter), with and without the leading ones. For a long word also without two letters after the signs.
 */
function coresOf(plain: string): string[] {
  const dressing = /[^a-z]{0,8}$/.exec(plain)?.[0].length ?? 0;
  const ends = Array.from({ length: dressing + 1 }, (_, length) => plain.slice(0, plain.length - length));
  const long = plain.replace(/(?<![^a-z])[^a-z]+[a-z]{1,2}[^a-z]*$/, '');
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
  // Prefers the rank to the guesses: leetspeak does not make a common word uncommon.
  const isKnown = ({ pattern, guesses, rank = guesses }: Part) =>
    pattern !== 'bruteforce' && rank < commonGuesses;
  // Two common parts with signs between them occur in random passwords, so two count in letters alone.
  const mostParts = /^[a-z]+$/.test(password) ? mostCommonParts : 1;
  return sequence.length <= mostParts && sequence.every(isKnown);
}

function isCommonWord(estimate: ZxcvbnResult): boolean {
  return estimate.sequence.length === 1 && isCommon(estimate);
}

type Part = ZxcvbnResult['sequence'][number];

function isName({ dictionaryName }: Part): boolean {
  return dictionaryName === 'userInputs';
}

/** Folded words, ordered by their best rank in any of the lists. */
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
