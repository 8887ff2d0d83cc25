import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listToasts } from '../../../ui/toasts/toastStore.ts';
import { useTellUndo } from './useTellUndo.ts';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => listToasts().map(({ text }) => text);

test('S9.8 an undo is told once it lasts longer than 200 ms, until it is done', async () => {
  vi.useFakeTimers();
  const { result: tellUndo } = renderHook(() => useTellUndo());
  const { promise, resolve } = Promise.withResolvers<number>();
  void tellUndo.current(promise, (count) => ({ tone: 'info', text: `${count} remises` }));
  await pass(199);
  expect(shown()).toEqual([]);
  await pass(1);
  expect(shown()).toEqual(['Annulation en cours…']);
  await pass(60_000);
  expect(shown()).toEqual(['Annulation en cours…']);
  resolve(3000);
  await pass(0);
  expect(shown()).toEqual(['3000 remises']);
});

test('a quick undo tells only what became of it', async () => {
  vi.useFakeTimers();
  const { result: tellUndo } = renderHook(() => useTellUndo());
  void tellUndo.current(Promise.resolve(1), (count) => ({ tone: 'info', text: `${count} remise` }));
  await pass(1000);
  expect(shown()).toEqual(['1 remise']);
});
