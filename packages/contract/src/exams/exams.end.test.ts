import { expect, it } from 'vitest';
import { isOverAt } from './exams.end.ts';

it.each([
  ['2027-05-03', '12:30', '2027-05-03', '12:29', false],
  ['2027-05-03', '12:30', '2027-05-03', '12:30', true],
  ['2027-05-03', '12:30', '2027-05-02', '23:59', false],
  ['2027-05-03', '', '2027-05-03', '23:59', false],
  ['2027-05-03', '', '2027-05-04', '00:00', true],
])('an exam of %s that ends at “%s” is over on %s at %s: %s', (examDate, endTime, day, time, isOver) => {
  expect(isOverAt({ examDate, endTime }, { day, time })).toBe(isOver);
});
