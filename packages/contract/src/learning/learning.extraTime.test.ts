import { expect, it } from 'vitest';
import { ExtraTime, parseExtraTime } from './learning.extraTime.ts';

const minutes = (n: number) => ({ minutes: n, factor: null });
const factor = (n: number) => ({ minutes: null, factor: n });

it.each([
  ['30', minutes(30)],
  ['30.0', minutes(30)],
  [' 30\u00a0min ', minutes(30)],
  ['+30 minutes', minutes(30)],
  ['45 mn', minutes(45)],
  ['2 min', minutes(2)],
  ['1 h', minutes(60)],
  ['1h30', minutes(90)],
  ['1 h 30 min', minutes(90)],
  ['2 hours', minutes(120)],
  ['600', minutes(600)],
  ['1,5', factor(1.5)],
  ['1.5', factor(1.5)],
  ['× 1,5', factor(1.5)],
  ['x2', factor(2)],
  ['1.25x', factor(1.25)],
  ['1.3333333333333333', factor(1.3333)],
  ['150 %', factor(1.5)],
  ['150%', factor(1.5)],
  ['133,33\u00a0%', factor(1.3333)],
  ['+50 %', factor(1.5)],
  ['50 %', factor(1.5)],
  ['+100 %', factor(2)],
  ['Temps et demi', factor(1.5)],
  ['time and a half', factor(1.5)],
  ['Tiers-temps', factor(1.3333)],
  ['double', factor(2)],
])('reads %j as registrars mean it', (text, expected) => {
  expect(parseExtraTime(text)).toEqual(expected);
  expect(ExtraTime.safeParse(expected).success).toBe(true);
});

it.each(['', '  ', '0', '0 min', '0 %', '0 h', '0 heure', '-', '—', 'Aucun', 'none', 's/o', 'N/A', 'non'])(
  'takes %j for none',
  (text) => {
    expect(parseExtraTime(text)).toBeNull();
  },
);

it.each([
  // The whole time, or as much again.
  '100 %',
  // A factor or a number of minutes.
  '1',
  '2',
  '5',
  // More than any exam gives, and texts that are no extra time.
  '601',
  '11 h',
  '5,1',
  '999 %',
  '0,5',
  '1,0',
  '-30',
  'oui',
  '30 s',
  '30 ou 45',
  '=30+15',
  '1e3',
  '12:30',
])('does not guess at %j', (text) => {
  expect(parseExtraTime(text)).toBeUndefined();
});
