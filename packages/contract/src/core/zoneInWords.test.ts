import { expect, it } from 'vitest';
import { zoneInWords } from './inWords.ts';

it.each([
  ['America/Toronto', '2027-02-12', 'heure de l’Est', 'Eastern Time'],
  ['America/Toronto', '2027-07-12', 'heure de l’Est', 'Eastern Time'],
  ['America/St_Johns', '2027-02-12', 'heure de Terre-Neuve', 'Newfoundland Time'],
  ['America/Regina', '2027-07-12', 'heure normale du Centre', 'Central Standard Time'],
  ['Europe/Paris', '2027-07-12', 'heure de l’Europe centrale', 'Central European Time'],
  ['UTC', '2027-07-12', 'temps universel coordonné', 'Coordinated Universal Time'],
])('the zone %s on %s', (zone, day, french, english) => {
  expect(zoneInWords(zone, day, 'fr')).toBe(french);
  expect(zoneInWords(zone, day, 'en')).toBe(english);
});
