import { describe, expect, test } from 'vitest';
import { daysBefore, instantAt, movedWith } from './localTime.ts';

describe('a local time in the zone of the university', () => {
  test.each([
    ['in winter', '2027-01-11', '09:00', 'America/Toronto', '2027-01-11T14:00:00.000Z'],
    ['in summer', '2027-07-11', '09:00', 'America/Toronto', '2027-07-11T13:00:00.000Z'],
    ['hours before clocks go forward', '2027-03-14', '01:59', 'America/Toronto', '2027-03-14T06:59:00.000Z'],
    ['skipped when clocks go forward', '2027-03-14', '02:30', 'America/Toronto', '2027-03-14T07:30:00.000Z'],
    ['after clocks went forward', '2027-03-14', '03:00', 'America/Toronto', '2027-03-14T07:00:00.000Z'],
    ['on the day before', '2027-03-13', '23:30', 'America/Toronto', '2027-03-14T04:30:00.000Z'],
    ['on the evening of that day', '2027-03-14', '20:00', 'America/Toronto', '2027-03-15T00:00:00.000Z'],
    ['that comes twice', '2027-11-07', '01:30', 'America/Toronto', '2027-11-07T05:30:00.000Z'],
    ['after clocks went back', '2027-11-07', '02:00', 'America/Toronto', '2027-11-07T07:00:00.000Z'],
    ['at midnight', '2027-11-07', '00:00', 'America/Toronto', '2027-11-07T04:00:00.000Z'],
    ['east of Greenwich', '2027-03-28', '02:30', 'Europe/Paris', '2027-03-28T01:30:00.000Z'],
    ['with a half hour', '2027-06-01', '08:00', 'America/St_Johns', '2027-06-01T10:30:00.000Z'],
  ])('%s', (_what, day, time, zone, instant) => {
    expect(instantAt(day, time, zone).toISOString()).toBe(instant);
  });

  test('some days before a day, across a month and a leap day', () => {
    expect(daysBefore('2028-03-02', 3)).toBe('2028-02-28');
    expect(daysBefore('2027-03-14', 0)).toBe('2027-03-14');
  });
});

test.each([
  ['2027-03-03', '2027-03-01', '2027-04-29', '2027-05-01'],
  ['2027-03-02', '2027-03-01', '2027-02-27', '2027-02-28'],
  ['', '2027-03-01', '2027-04-29', ''],
])('a last day %s of an exam on %s that moves to %s', (endDate, from, to, moved) => {
  expect(movedWith(endDate, from, to)).toBe(moved);
});
