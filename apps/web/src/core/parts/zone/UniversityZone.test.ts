import { expect, test } from 'vitest';
import { nameOtherZone } from './UniversityZone.tsx';

test.each([
  ['Asia/Tokyo', 'heure de l’Est'],
  ['America/Vancouver', 'heure de l’Est'],
  ['America/New_York', null],
  ['UTC', null],
])('a device in %s is told the zone of the university where its clock shows another hour', (zone, words) => {
  expect(nameOtherZone(new Date('2027-02-12T20:05:00Z'), 'fr', zone)).toBe(words);
});
