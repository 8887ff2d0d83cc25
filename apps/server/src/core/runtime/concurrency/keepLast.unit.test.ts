import { expect, test, vi } from 'vitest';
import { keepLast } from './keepLast.ts';

test('what was asked for last is kept, and loaded once for all who ask at the same time', async () => {
  const load = vi.fn(async () => 'picture');
  const keep = keepLast<string>(2);
  const [owner, other] = [{}, {}];
  expect(await Promise.all(Array.from({ length: 20 }, () => keep(owner, 'a', load)))).toHaveLength(20);
  expect(load).toHaveBeenCalledTimes(1);
  await keep(other, 'a', load);
  expect(load).toHaveBeenCalledTimes(2);
  // A third value takes the place of the least recently used value.
  for (const key of ['b', 'a', 'c', 'a']) await keep(owner, key, load);
  expect(load).toHaveBeenCalledTimes(4);
  await keep(owner, 'b', load);
  expect(load).toHaveBeenCalledTimes(5);
});

test('what could not be loaded is loaded again', async () => {
  const keep = keepLast<string>(2);
  const owner = {};
  await expect(keep(owner, 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await keep(owner, 'a', async () => 'there')).toBe('there');
});
