import { expect, test } from 'vitest';
import { findDoubtfulDomains } from './doubtfulDomains.ts';

/** The doubtful domains as `typed>meant`, from the number of addresses of each domain. */
const doubtsIn = (counts: Record<string, number>) =>
  findDoubtfulDomains(Object.entries(counts).map(([domain, addresses]) => ({ domain, addresses }))).map(
    ({ typed, meant }) => `${typed.domain}>${meant}`,
  );

test.each([
  ['uotawa.ca', 'a letter too few'],
  ['uotttawa.ca', 'too many'],
  ['uottava.ca', 'another one'],
  ['uotatwa.ca', 'two that changed places'],
  ['uottawa.cca', 'in the ending'],
  ['uottawa.co', 'a letter of the ending'],
  ['uottawaca', 'the point'],
  ['uottawa..ca', 'two points'],
])('of ten addresses at uottawa.ca and one at %s the one is doubted: %s', (domain) => {
  expect(doubtsIn({ 'uottawa.ca': 10, [domain]: 1 })).toEqual([`${domain}>uottawa.ca`]);
});

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['hotmial.com', 'hotmail.com'],
  ['hotmai.fr', 'hotmail.fr'],
  ['outlok.com', 'outlook.com'],
  ['yaho.ca', 'yahoo.ca'],
  ['icloud.co', 'icloud.com'],
  ['videotro.ca', 'videotron.ca'],
])('%s is doubted in any list, also where nobody else is at %s', (typed, meant) => {
  expect(doubtsIn({ [typed]: 1 })).toEqual([`${typed}>${meant}`]);
});

test('well-known domains are never doubted, near as they are to one another', () => {
  expect(doubtsIn({ 'yahoo.ca': 500, 'yahoo.fr': 1, 'live.ca': 90, 'live.fr': 1, 'hotmail.ca': 1 })).toEqual(
    [],
  );
  expect(doubtsIn({ 'gmail.com': 500, 'mail.com': 1, 'ymail.com': 1, 'email.com': 1 })).toEqual([]);
});

test('two real universities, subdomains and other domains are not', () => {
  expect(doubtsIn({ 'uottawa.ca': 400, 'mail.uottawa.ca': 2, 'carleton.ca': 3, 'umontreal.ca': 1 })).toEqual(
    [],
  );
  expect(doubtsIn({ 'ubc.ca': 100, 'uqc.ca': 1, 'uwo.ca': 1, 'ubd.ca': 1 })).toEqual([]);
  expect(doubtsIn({ 'uqam.ca': 100, 'uqac.ca': 1, 'uqar.ca': 1 })).toEqual([]);
});

test('a domain that is not rare beside the other is not, nor one that stands beside few', () => {
  expect(doubtsIn({ 'etu-nord.ca': 10, 'etu-nors.ca': 3 })).toEqual([]);
  expect(doubtsIn({ 'etu-nord.ca': 4, 'etu-nors.ca': 1 })).toEqual([]);
  expect(doubtsIn({ 'etu-nord.ca': 15, 'etu-nors.ca': 3 })).toEqual(['etu-nors.ca>etu-nord.ca']);
});

test('two slips are doubted in a long name alone', () => {
  expect(doubtsIn({ 'universite-du-nord.ca': 20, 'univerite-du-nrod.ca': 1 })).toEqual([
    'univerite-du-nrod.ca>universite-du-nord.ca',
  ]);
  expect(doubtsIn({ 'uottawa.ca': 20, 'uotwa.ca': 1, 'otawaa.ca': 1 })).toEqual([]);
});

test('the nearest is meant, and a domain of the list before one that is only well known', () => {
  expect(doubtsIn({ 'gmaol.com': 50, 'gmaul.com': 1 })).toEqual([
    'gmaol.com>gmail.com',
    'gmaul.com>gmaol.com',
  ]);
});

test('nothing, nonsense and thousands of domains are read in a moment', () => {
  expect(doubtsIn({})).toEqual([]);
  expect(
    doubtsIn({ '': 1, '.': 1, 'é.ca': 1, 'xn--9ca.ca': 1, localhost: 30, ['x'.repeat(250)]: 7 }),
  ).toEqual([]);
  const many = Object.fromEntries(
    Array.from({ length: 2000 }, (_, n) => [`domaine${n * 7919}.example.ca`, (n % 9) + 1]),
  );
  const began = performance.now();
  doubtsIn(many);
  expect(performance.now() - began).toBeLessThan(1000);
});
