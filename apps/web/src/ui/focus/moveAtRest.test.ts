import { beforeEach, expect, test, vi } from 'vitest';
import { moveAtRest } from './moveAtRest.ts';

/** The element under the pointer, as the selectors ask. */
let over: 'nothing' | 'area' | 'control';
const move = vi.fn();
beforeEach(() => {
  over = 'nothing';
  move.mockReset();
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(document, 'querySelector').mockImplementation((what) => {
    const isHovered = what.includes('button') ? over === 'control' : over !== 'nothing';
    return isHovered ? document.body : null;
  });
});
const point = () => document.dispatchEvent(new Event('pointermove'));

test('with the pointer elsewhere it moves at once, and once', () => {
  moveAtRest(move, 'main');
  expect(move).toHaveBeenCalledOnce();
  point();
  vi.runAllTimers();
  expect(move).toHaveBeenCalledOnce();
});

test('under the pointer it moves once that rests, and on no control', () => {
  over = 'area';
  moveAtRest(move, 'main');
  for (const _ of [1, 2, 3]) {
    vi.advanceTimersByTime(399);
    point();
  }
  over = 'control';
  vi.advanceTimersByTime(60_000);
  expect(move).not.toHaveBeenCalled();
  over = 'area';
  point();
  vi.advanceTimersByTime(399);
  expect(move).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(move).toHaveBeenCalledOnce();
});

test('while it is held it waits, and whoever gives it up moves nothing', () => {
  let isHeld = true;
  const giveUp = moveAtRest(move, 'main', () => isHeld);
  vi.advanceTimersByTime(60_000);
  expect(move).not.toHaveBeenCalled();
  isHeld = false;
  document.dispatchEvent(new Event('focusin'));
  giveUp();
  vi.runAllTimers();
  expect(move).not.toHaveBeenCalled();
});
