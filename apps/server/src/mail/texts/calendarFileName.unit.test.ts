import { expect, test } from 'vitest';
import { calendarFileName } from './texts.service.ts';

test('the file for calendars bears the whole title of a long exam, also where the exam was left', () => {
  const title = 'Examen d’admission au doctorat en chimie, session d’hiver 2027, groupe A';
  const name = 'examen-d-admission-au-doctorat-en-chimie-session-d-hiver-2027-groupe-a';
  expect(calendarFileName('fr', title)).toBe(`${name}.ics`);
  expect(calendarFileName('fr', title, 'left')).toBe(`inscription-retiree-${name}.ics`);
  expect(calendarFileName('fr', '試験')).toMatch(/^[a-z-]+\.ics$/);
});
