import { expect, test } from 'vitest';
import { readDay as readDayOn } from './readDay.ts';

const readDay = (text: string) => readDayOn(text, '2026-12-31');

test.each([
  ...['20270215', '2027/02/15', '15/02/2027', '15-02-2027', '15.2.2027', '2027-2-15', ' 2027.02.15 '],
  ...['02/15/2027', '15022027', '15/02/27', '2027-15-02', '2027-02-15T09:00', '15 février 2027'],
  ...['Feb 15, 2027', 'lundi 15 févr. 2027', 'Monday, February 15th, 2027', '15 FEB 2027', '2027 feb 15'],
])('%s means one day', (text) => {
  expect(readDay(text)).toEqual({ meant: ['2027-02-15'], missing: null });
});

test('the form of the fields has one meaning, also where the day could be a month', () => {
  expect(readDay('2026-12-01')).toEqual({ meant: ['2026-12-01'], missing: null });
});

test.each([
  ['aujourd’hui', '2026-12-31'],
  [" Aujourd'hui", '2026-12-31'],
  ['today', '2026-12-31'],
  ['demain', '2027-01-01'],
  ['Tomorrow', '2027-01-01'],
  ['après-demain', '2027-01-02'],
  ['the day after tomorrow', '2027-01-02'],
  ['dans deux semaines', '2027-01-14'],
  ['In two weeks', '2027-01-14'],
  ['dans une semaine', '2027-01-07'],
  ['in 10 days', '2027-01-10'],
])('%s is counted from the present day', (text, day) => {
  expect(readDay(text)).toEqual({ meant: [day], missing: null });
});

test.each([
  ['31 déc.', '2026-12-31'],
  ['11 décembre', '2027-12-11'],
  ['le 11 décembre', '2027-12-11'],
  ['samedi 11 décembre', '2027-12-11'],
  ['Dec. 11', '2027-12-11'],
  ['1er janvier', '2027-01-01'],
  ['Friday, January 1st', '2027-01-01'],
  ['Mar 15, 2027', '2027-03-15'],
  ['mars 15', '2027-03-15'],
])('%s is the next such day', (text, day) => {
  expect(readDay(text)).toEqual({ meant: [day], missing: null });
});

test('a day of no year that neither this year nor the next one has is reported', () => {
  expect(readDay('31 juin').missing).toEqual({ year: 2026, month: 6, day: 31 });
});

// 2026-12-31 is a Thursday.
test.each([
  ['vendredi', ['2027-01-01']],
  ['this Friday', ['2027-01-01']],
  ['jeudi', ['2026-12-31', '2027-01-07']],
  ['vendredi prochain', ['2027-01-01', '2027-01-08']],
  ['Next Thursday', ['2027-01-07', '2027-01-14']],
  ['vendredi dans deux semaines', ['2027-01-08', '2027-01-15']],
  ['Friday in 2 weeks', ['2027-01-08', '2027-01-15']],
  ['jeudi dans une semaine', ['2027-01-07']],
  ['mardi de la semaine prochaine', ['2027-01-05']],
  ['Sunday of  next week', ['2027-01-10']],
])('%s is a weekday ahead', (text, days) => {
  expect(readDay(text)).toEqual({ meant: days, missing: null });
});

test('a weekday that the day is not is told', () => {
  for (const text of ['samedi 16 avril 2027', 'Sat, April 16, 2027', 'le samedi 16 avril'])
    expect(readDay(text), text).toEqual({ meant: ['2027-04-16'], missing: null, isOffWeekday: true });
  for (const text of ['vendredi 16 avril 2027', 'mar. 13 avril 2027', 'mar 13 April 2027'])
    expect(readDay(text), text).not.toHaveProperty('isOffWeekday');
});

test('an ambiguous text gives both days', () => {
  expect(readDay('03/04/2027').meant).toEqual(['2027-04-03', '2027-03-04']);
  expect(readDay('03/03/2027').meant).toEqual(['2027-03-03']);
  expect(readDay('1er mars 2027').meant).toEqual(['2027-03-01']);
});

test('a day that its month does not have is reported', () => {
  const leap = { meant: [], missing: { year: 2027, month: 2, day: 30 } };
  for (const text of ['2027-02-30', '20270230', '30/02/2027', '30 février 2027'])
    expect(readDay(text)).toEqual(leap);
  expect(readDay('2027-02-29').missing).toEqual({ year: 2027, month: 2, day: 29 });
  expect(readDay('2028-02-29')).toEqual({ meant: ['2028-02-29'], missing: null });
});

test.each([
  '',
  'hier',
  '2027',
  '2027-02',
  '12/2027',
  '45/45/2027',
  '1/2/3/2027',
  '2027021',
  'abc 15 2027',
  'dans trop jours',
  '11',
  'mars',
  'mardi dans dix jours',
  'vendredi dernier',
])('“%s” means no day', (text) => {
  expect(readDay(text)).toEqual({ meant: [], missing: null });
});
