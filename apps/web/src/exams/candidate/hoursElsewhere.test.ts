import { expect, test } from 'vitest';
import { hoursElsewhere } from './hoursElsewhere.ts';

const exam = { date: '2027-02-12', startTime: '09:00', endTime: '12:30', endDate: '', ownEnd: null };
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

test.each([
  ['Europe/Paris', exam, '15 h à 18 h 30 (heure de l’Europe centrale)'],
  ['America/Halifax', { ...exam, endTime: '' }, '10 h (heure de l’Atlantique)'],
  ['Asia/Tokyo', exam, '23 h jusqu’au samedi 13 février 2027 à 2 h 30 (heure normale du Japon)'],
  [
    'Asia/Tokyo',
    { ...exam, startTime: '10:00' },
    'samedi 13 février 2027, 0 h à 2 h 30 (heure normale du Japon)',
  ],
  // For two weeks in March the clocks have changed in Canada and not yet in France.
  ['Europe/Paris', { ...exam, date: '2027-03-20' }, '14 h à 17 h 30 (heure de l’Europe centrale)'],
  [
    'Europe/Paris',
    { ...exam, ownEnd: { day: '2027-02-12', time: '13:00' } },
    '15 h à 19 h (heure de l’Europe centrale)',
  ],
])('a candidate in %s reads their own hours beside those of the university', (zone, given, words) => {
  expect(plain(hoursElsewhere(given, 'fr', zone))).toBe(words);
});

test.each([
  ['America/Toronto', exam],
  ['America/New_York', exam],
  ['UTC', exam],
  ['Europe/Paris', { ...exam, startTime: '', endTime: '' }],
])('a device in %s adds nothing to hours that it shows alike, or to none', (zone, given) => {
  expect(hoursElsewhere(given, 'fr', zone)).toBeNull();
});
