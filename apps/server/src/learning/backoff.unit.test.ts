import { expect, it } from 'vitest';
import { delayFor } from './backoff.ts';

it('waits ever longer, up to half an hour', () => {
  expect([1, 2, 3, 4, 8, 9, 50].map((failures) => delayFor(failures, null))).toEqual([
    10, 20, 40, 80, 1280, 1800, 1800,
  ]);
});

it('waits as long as the platform asks, between a second and six hours', () => {
  expect(delayFor(9, 30)).toBe(30);
  expect(delayFor(1, 0)).toBe(1);
  expect(delayFor(1, 9_999_999)).toBe(21_600);
});
