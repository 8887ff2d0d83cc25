import { expect, it } from 'vitest';
import { isAtOneHour } from './exams.end.ts';

const exam = (startTime: string, endTime = '', examDate = '2027-02-01') => ({ examDate, startTime, endTime });

it.each([
  [exam('09:00', '12:00'), exam('11:00', '13:00'), true],
  [exam('09:00', '12:00'), exam('12:00', '13:00'), false],
  [exam('09:00', '12:00'), exam('10:00'), true],
  [exam('09:00'), exam('09:00'), true],
  [exam('09:00'), exam('09:30'), false],
  [exam('09:00', '12:00'), exam('09:00', '12:00', '2027-02-02'), false],
  [exam('09:00', '12:00'), exam(''), false],
])('%j and %j are at one hour: %s', (one, other, expected) => {
  expect([isAtOneHour(one, other), isAtOneHour(other, one)]).toEqual([expected, expected]);
});
