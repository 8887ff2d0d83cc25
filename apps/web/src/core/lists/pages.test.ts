import { expect, test } from 'vitest';
import { countPages, cutPage } from './ListFooter.tsx';

test('a page beyond the end is the last one', () => {
  expect(cutPage([1, 2, 3, 4, 5, 6, 7], 9, 5)).toEqual({ page: 2, rows: [6, 7] });
});

test('an empty list has one page without rows', () => {
  expect(countPages(0, 5)).toBe(1);
  expect(cutPage([], 1, 5)).toEqual({ page: 1, rows: [] });
});
