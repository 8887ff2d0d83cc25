import { expect, test } from 'vitest';
import { hourBeside, isHalfTyped, readHour } from './readHour.ts';

test.each([
  [
    '09:00',
    [
      '9',
      '9 h',
      '9h',
      '9\u00a0h',
      '09:00',
      '9:00',
      '9.00',
      '9h00',
      '900',
      '0900',
      '9 heures',
      ' 9 H ',
      '9 a.m.',
      '9am',
      '9:00 A. M.',
    ],
  ],
  ['09:05', ['9 h 05', '9h05', '9 h 5', '9:05', '905', '9 h 05 min', '9:05 a.m.', '9:05am']],
  ['13:30', ['13:30', '13 h 30', '13h30', '1330', '1:30 p.m.', '1:30 pm', '130p', '1:30\u00a0p.m.']],
  ['21:00', ['21 h', '9 p.m.', '9:00 p.m.', '9pm']],
  ['00:00', ['0 h', '00:00', 'minuit', 'midnight', '12 a.m.']],
  ['12:00', ['12 h', 'midi', 'Noon', '12 p.m.']],
  ['12:30', ['Midi et demi', 'midi et demie', '12 h 30']],
  ['00:13', ['0 h 13', '00:13', '12:13 a.m.']],
  ['23:59', ['23:59', '11:59 p.m.']],
])('%s is understood as people write it', (time, texts) => {
  for (const text of texts) expect(readHour(text), text).toBe(time);
});

test.each(['', 'matin', '24:00', '25 h', '9 h 75', '13 p.m.', '0 a.m.', '12345', '-9', '9 h 05 h', '9 à 12'])(
  '“%s” is no hour',
  (text) => {
    expect(readHour(text)).toBeNull();
  },
);

test('an hour to which digits may be added is half typed', () => {
  for (const text of ['9', '13', '133', '9h3', '9 h 3', '13:3']) expect(isHalfTyped(text), text).toBe(true);
  for (const text of ['9 h', '9h30', '13:30', '1330', 'midi', '9 p.m.'])
    expect(isHalfTyped(text), text).toBe(false);
});

test('the hour beside another one stays on the clock', () => {
  expect(hourBeside('09:05', 15)).toBe('09:20');
  expect(hourBeside('23:50', 15)).toBe('00:05');
  expect(hourBeside('00:00', -60)).toBe('23:00');
});
