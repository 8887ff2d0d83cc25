import { expect, test } from 'vitest';
import { formatsFor, today } from './formats.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const late = new Date('2027-05-01T01:05:00Z');

test('S9.3 French writes dd/MM/y, long dates in words, and a 24-hour clock', () => {
  const french = formatsFor('fr');
  expect(french.columnDay('2027-04-30')).toBe('30/04/2027');
  expect(plain(french.longDay('2027-04-30'))).toBe('30 avril 2027');
  expect(plain(french.longDay('2027-05-01'))).toBe('1er mai 2027');
  expect(plain(french.longDay('2027-05-11'))).toBe('11 mai 2027');
  expect(french.columnDateTime(late).slice(0, 10)).toBe('30/04/2027');
  expect(plain(french.time(late))).toBe('21 h 05');
});

test.each([
  ['2027-04-30T13:00:00Z', '9 h', '9:00 a.m.'],
  ['2027-04-30T13:05:00Z', '9 h 05', '9:05 a.m.'],
  ['2027-04-30T04:13:00Z', '0 h 13', '12:13 a.m.'],
  ['2027-04-30T16:00:00Z', '12 h', 'noon'],
  ['2027-05-01T01:05:00Z', '21 h 05', '9:05 p.m.'],
])('the hour of %s has no leading zero: %s, %s, in columns and in sentences', (instant, french, english) => {
  const at = new Date(instant);
  const [fr, en] = [formatsFor('fr'), formatsFor('en')];
  expect([plain(fr.time(at)), plain(en.time(at))]).toEqual([french, english]);
  expect(plain(fr.columnDateTime(at))).toBe(`30/04/2027 ${french}`);
  expect(plain(en.columnDateTime(at))).toBe(`2027-04-30 ${english}`);
  expect(plain(fr.longDateTime(at))).toBe(`30 avril 2027 à ${french}`);
  expect(plain(en.longDateTime(at))).toBe(`April 30, 2027 at ${english}`);
});

test('an hour of the day, and a day of an instant in words', () => {
  expect(plain(formatsFor('fr').hour('09:05'))).toBe('9 h 05');
  expect(plain(formatsFor('en').hour('13:00'))).toBe('1:00 p.m.');
  expect(formatsFor('fr').longDate(new Date('2027-05-01T13:00:00Z'))).toBe('1er\u00A0mai 2027');
});

test('English writes dates as Canada does', () => {
  const english = formatsFor('en');
  expect(english.columnDay('2027-04-30')).toBe('2027-04-30');
  expect(english.longDay('2027-04-30')).toBe('April\u00A030, 2027');
});

test('S9.4 the currency of the French locale is the euro', () => {
  expect(plain(formatsFor('fr').money(1234.5))).toBe('1 234,50 €');
});

test("today is the day in the university's time zone, not in UTC", () => {
  expect(today(late)).toBe('2027-04-30');
});

test('an instant to the second has its zone', () => {
  expect(plain(formatsFor('en').exact(late))).toBe('April 30, 2027 at 9:05:00 p.m. EDT');
  expect(plain(formatsFor('fr').exact(late))).toBe('30 avril 2027 à 21 h 05 min 00 s HAE');
  const early = new Date('2027-05-01T13:05:07Z');
  expect(plain(formatsFor('fr').exact(early))).toBe('1er mai 2027 à 9 h 05 min 07 s HAE');
  expect(formatsFor('fr').columnDateTimeToSecond(early)).toBe('2027-05-01 09:05:07 -04:00');
  expect(formatsFor('en').columnDateTimeToSecond(new Date('2027-01-02T04:59:59Z'))).toBe(
    '2027-01-01 23:59:59 -05:00',
  );
  expect(plain(formatsFor('fr').longDateTimeToSecond(early))).toBe('1er mai 2027 à 9 h 05 min 07 s');
  expect(plain(formatsFor('en').longDateTimeToSecond(early))).toBe('May 1, 2027 at 9:05:07 a.m.');
});

test.each([
  ['2027-05-01T01:04:30Z', 'maintenant'],
  ['2027-05-01T01:02:00Z', 'il y a 3 minutes'],
  ['2027-04-30T12:00:00Z', 'il y a 13 heures'],
  ['2027-04-30T03:30:00Z', 'hier'],
  ['2027-04-24T12:00:00Z', 'il y a 6 jours'],
  ['2027-04-20T12:00:00Z', 'la semaine dernière'],
  ['2027-03-01T12:00:00Z', 'il y a 2 mois'],
  ['2025-03-01T12:00:00Z', 'il y a 2 ans'],
])('%s is said as “%s”, by the days of the university', (instant, words) => {
  expect(plain(formatsFor('fr').ago(new Date(instant), late))).toBe(words);
});
