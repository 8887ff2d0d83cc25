import { expect, it } from 'vitest';
import { startOfDay } from './clock.ts';

it.each([
  ['2027-04-30', 'America/Toronto', '2027-04-30T04:00:00.000Z'],
  ['2027-01-15', 'America/Toronto', '2027-01-15T05:00:00.000Z'],
  // Clocks change in the first night; in the second at midnight, so that this day begins at one o'clock.
  ['2027-11-07', 'America/Toronto', '2027-11-07T04:00:00.000Z'],
  ['2027-09-05', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
  ['2027-04-30', 'Asia/Kathmandu', '2027-04-29T18:15:00.000Z'],
  ['2027-04-30', 'Pacific/Kiritimati', '2027-04-29T10:00:00.000Z'],
  ['2027-04-30', 'Pacific/Niue', '2027-04-30T11:00:00.000Z'],
])('%s in %s begins at %s', (day, timeZone, instant) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(instant);
});
