import { expect, test } from 'vitest';
import { pageWindow } from './Pagination.tsx';

test('S9.5 shows at most five neighbouring pages with the current one among them', () => {
  expect(pageWindow(1, 20, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(10, 20, 5)).toEqual([8, 9, 10, 11, 12]);
  expect(pageWindow(20, 20, 5)).toEqual([16, 17, 18, 19, 20]);
});

test('S9.5 shows no page that does not exist', () => {
  expect(pageWindow(1, 3, 10)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 0, 10)).toEqual([]);
});
