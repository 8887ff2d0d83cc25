import { expect, it } from 'vitest';
import { computeOwnEnd } from './exams.end.ts';

const minutes = (extraMinutes: number) => ({ extraMinutes, extraFactor: null });
const factor = (extraFactor: number) => ({ extraMinutes: null, extraFactor });

it.each([
  ['minutes', '09:00', '12:00', minutes(45), '2027-05-03', '12:45'],
  ['a quarter more', '09:00', '12:00', factor(1.25), '2027-05-03', '12:45'],
  ['a third more, up to the next minute', '09:00', '10:40', factor(1.3333), '2027-05-03', '11:14'],
  ['a tenth more of a hundred minutes', '09:00', '10:40', factor(1.1), '2027-05-03', '10:50'],
  ['beyond midnight', '21:00', '23:30', minutes(45), '2027-05-04', '00:15'],
  ['minutes where no start is set', '', '12:00', minutes(30), '2027-05-03', '12:30'],
])('somebody with %s ends at her own hour', (_what, startTime, endTime, extraTime, day, time) => {
  expect(computeOwnEnd({ examDate: '2027-05-03', startTime, endTime }, extraTime)).toEqual({ day, time });
});

it('counts a factor on the whole of an exam that ends on a later day', () => {
  const exam = { examDate: '2027-12-31', startTime: '22:00', endTime: '02:00', endDate: '2028-01-01' };
  expect(computeOwnEnd(exam, factor(1.5))).toEqual({ day: '2028-01-01', time: '04:00' });
});

it.each([
  ['nobody without extra time', '12:00', { extraMinutes: null, extraFactor: null }],
  ['nobody where the exam has no end', '', minutes(30)],
])('is told to %s', (_whom, endTime, extraTime) => {
  expect(computeOwnEnd({ examDate: '2027-05-03', startTime: '09:00', endTime }, extraTime)).toBeNull();
});
