import { expect, it } from 'vitest';
import { hoursInWords } from './hoursInWords.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it.each([
  ['09:00', '12:30', '9 h à 12 h 30', '9:00 a.m. to 12:30 p.m.'],
  ['00:00', '12:00', '0 h à 12 h', 'midnight to noon'],
  ['12:05', '23:59', '12 h 05 à 23 h 59', '12:05 p.m. to 11:59 p.m.'],
  ['00:30', '', '0 h 30', '12:30 a.m.'],
  ['09:05', '21:05', '9 h 05 à 21 h 05', '9:05 a.m. to 9:05 p.m.'],
  ['', '', '', ''],
])('%s to %s', (start, end, french, english) => {
  expect(plain(hoursInWords(start, end, 'fr'))).toBe(french);
  expect(plain(hoursInWords(start, end, 'en'))).toBe(english);
});
