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

test.each([
  ['aujourd’hui', '2026-12-31'],
  [" Aujourd'hui", '2026-12-31'],
  ['today', '2026-12-31'],
  ['demain', '2027-01-01'],
  ['Tomorrow', '2027-01-01'],
])('%s is counted from the present day', (text, day) => {
  expect(readDay(text)).toEqual({ meant: [day], missing: null });
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

test.each(['', 'hier', '2027', '2027-02', '12/2027', '45/45/2027', '1/2/3/2027', '2027021', 'abc 15 2027'])(
  '“%s” means no day',
  (text) => {
    expect(readDay(text)).toEqual({ meant: [], missing: null });
  },
);
