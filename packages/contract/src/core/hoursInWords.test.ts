import { expect, it } from 'vitest';
import { hoursInWords } from './inWords.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it.each([
  ['09:00', '12:30', '9 h à 12 h 30', '9:00 a.m. to 12:30 p.m.'],
  ['00:00', '12:00', '0 h à 12 h', 'midnight to noon'],
  ['12:05', '23:59', '12 h 05 à 23 h 59', '12:05 p.m. to 11:59 p.m.'],
  ['00:30', '', '0 h 30', '12:30 a.m.'],
  ['09:05', '21:05', '9 h 05 à 21 h 05', '9:05 a.m. to 9:05 p.m.'],
  ['', '', '', ''],
])('%s to %s', (startTime, endTime, french, english) => {
  expect(plain(hoursInWords({ startTime, endTime }, 'fr'))).toBe(french);
  expect(plain(hoursInWords({ startTime, endTime }, 'en'))).toBe(english);
});

it('carry their zone where one is given, unless there are none', () => {
  const hours = { startTime: '09:00', endTime: '12:30' };
  expect(plain(hoursInWords(hours, 'fr', 'heure de l’Est'))).toBe('9 h à 12 h 30 (heure de l’Est)');
  expect(hoursInWords({ startTime: '', endTime: '' }, 'fr', 'heure de l’Est')).toBe('');
});

it('name the day of an end that is a later one', () => {
  const hours = { startTime: '22:00', endTime: '01:30', endDate: '2027-05-01' };
  expect(plain(hoursInWords(hours, 'fr', 'heure de l’Est'))).toBe(
    '22 h jusqu’au samedi 1er mai 2027 à 1 h 30 (heure de l’Est)',
  );
  expect(plain(hoursInWords(hours, 'en'))).toBe('10:00 p.m. until Saturday, May 1, 2027 at 1:30 a.m.');
});
