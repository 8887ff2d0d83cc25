import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useDebounced } from './useDebounced.ts';
import { useDelayedFlag } from './useDelayedFlag.ts';

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('S9.8 a loading indicator shows only when loading lasts longer than 200 ms', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ busy }) => useDelayedFlag(busy), {
    initialProps: { busy: true },
  });
  pass(199);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  rerender({ busy: false });
  expect(result.current).toBe(false);
  rerender({ busy: true });
  expect(result.current).toBe(false);
});

test('S4.2 five letters typed quickly give one value', () => {
  vi.useFakeTimers();
  const settled: string[] = [];
  const { rerender } = renderHook(
    ({ text }) => {
      const value = useDebounced(text, 200);
      if (settled.at(-1) !== value) settled.push(value);
    },
    { initialProps: { text: '' } },
  );
  for (const text of ['z', 'zo', 'zoé', 'zoé ', 'zoé c']) {
    rerender({ text });
    pass(100);
  }
  pass(200);
  expect(settled).toEqual(['', 'zoé c']);
});
