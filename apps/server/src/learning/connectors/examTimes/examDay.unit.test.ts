import { expect, test } from 'vitest';
import { examDays, examHours, isShutIn } from './examDay.ts';

const zone = 'America/Toronto';
const night = { examDate: '2027-03-13', startTime: '22:00', endTime: '03:30', endDate: '2027-03-14' };

test('the quizzes of an exam that ends on a later day have to be open until then, also over a change of clocks', () => {
  const hours = examHours(night, zone);
  expect([hours.startsAt, hours.endsAt].map((at) => at.toISOString())).toEqual([
    '2027-03-14T03:00:00.000Z',
    '2027-03-14T07:30:00.000Z',
  ]);
  const closesAt = new Date('2027-03-14T05:00:00Z');
  expect(isShutIn(hours, { opensAt: null, closesAt })).toBe(true);
});

test('its course ends with its last day', () => {
  expect(examDays(night, zone).end.toISOString()).toBe('2027-03-15T04:00:00.000Z');
  expect(examDays({ examDate: '2027-03-13' }, zone).end.toISOString()).toBe('2027-03-14T05:00:00.000Z');
});
