import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openNotifier } from '../runtime/notifier.ts';
import { openCircuitBreakers, resetTopic } from './circuitBreakers.ts';

/** Milliseconds in a second of a pause; more where a short pause is measured on a possibly busy machine. */
const [quickMs, slowMs] = [4, 40];
let secondMs: number;
let stop: AbortController;
let changed: EventTarget;
const notifier = openNotifier();
const open = () =>
  openCircuitBreakers(notifier, stop.signal, () => void changed.dispatchEvent(new Event('change')), secondMs);

/** Seconds of a pause from `began`, in milliseconds, until `onChange` is called. */
async function secondsUntilChange(began = performance.now()): Promise<number> {
  await once(changed, 'change');
  return (performance.now() - began) / secondMs;
}

beforeEach(() => {
  secondMs = quickMs;
  stop = new AbortController();
  changed = new EventTarget();
});
afterEach(() => stop.abort());

test('a breaker opens for growing pauses, for its own destination only', async () => {
  const breakers = open();
  for (const pause of [1, 5, 15, 30, 60, 120, 120]) {
    const began = performance.now();
    breakers.noteUnavailable('down', null, null);
    expect([breakers.limit('down', 4), breakers.limit('well', 4)]).toEqual([0, 4]);
    expect(breakers.shutOff()).toEqual(['down']);
    expect(await secondsUntilChange(began)).toBeGreaterThan(pause * 0.9 - 0.3);
    expect(breakers.limit('down', 4)).toBe(1);
  }
});

test('after a pause one call is let through, and its success closes the breaker and resets the pauses', async () => {
  const breakers = open();
  for (const _ of [1, 2]) {
    breakers.noteUnavailable('down', null, null);
    await secondsUntilChange();
  }
  expect(breakers.limit('down', 4)).toBe(1);
  const change = secondsUntilChange();
  breakers.noteAnswer('down');
  await change;
  expect(breakers.limit('down', 4)).toBe(4);
  breakers.noteUnavailable('down', null, null);
  const known = secondsUntilChange();
  breakers.noteUnavailable('asks', 4, null);
  await known;
  expect(breakers.shutOff()).toEqual(['asks']);
});

test('with a probe, no job is needed to close the breaker', async () => {
  const breakers = open();
  const probe = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true);
  breakers.noteUnavailable('down', null, probe);
  expect(await secondsUntilChange()).toBeGreaterThan(5);
  expect([probe.mock.calls.length, breakers.limit('down', 4)]).toEqual([2, 4]);
});

test('a breaker stays open for the Retry-After of the destination', async () => {
  const breakers = open();
  breakers.noteUnavailable('busy', 50, null);
  expect(await secondsUntilChange()).toBeGreaterThan(44);
  expect(breakers.limit('busy', 4)).toBe(1);
});

test('calls that fail together open the breaker once', async () => {
  const breakers = open();
  for (let call = 0; call < 5; call += 1) breakers.noteUnavailable('down', null, null);
  await secondsUntilChange();
  breakers.noteUnavailable('down', null, null);
  const second = secondsUntilChange();
  expect(await second).toBeGreaterThan(4);
  breakers.noteUnavailable('down', null, null);
  expect(await secondsUntilChange()).toBeGreaterThan(13);
});

test('fifty deferrals in a row open the breaker, and a success resets the count', async () => {
  const breakers = open();
  const defer = (times: number) =>
    Array.from({ length: times }, () => breakers.noteDeferral('busy')).some(Boolean);
  expect(defer(49)).toBe(false);
  breakers.noteAnswer('busy');
  expect(defer(49)).toBe(false);
  expect(defer(1)).toBe(true);
  expect(breakers.limit('busy', 4)).toBe(0);
  expect(await secondsUntilChange()).toBeGreaterThan(8);
  expect(breakers.limit('busy', 4)).toBe(1);
});

test('a destination whose settings changed takes jobs at once, and its pauses begin anew', async () => {
  secondMs = slowMs;
  const breakers = open();
  for (const _ of [1, 5, 15]) {
    breakers.noteUnavailable('down', null, null);
    await secondsUntilChange();
  }
  breakers.noteUnavailable('down', null, null);
  breakers.noteUnavailable('other', 30, null);
  notifier.notify('down');
  expect(breakers.shutOff()).toEqual(['down', 'other']);
  const change = secondsUntilChange();
  notifier.notify(resetTopic('down'));
  expect(await change).toBeLessThan(20);
  expect([breakers.limit('down', 4), breakers.shutOff()]).toEqual([4, ['other']]);
  breakers.noteUnavailable('down', null, null);
  expect(await secondsUntilChange()).toBeLessThan(4.5);
  expect(breakers.limit('down', 4)).toBe(1);
});
