import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AppContext } from '../../../core/context/appContext.ts';
import { inTurn } from './turns.ts';

const contextOf = () => ({}) as AppContext;

/** A step that is at work until `end` is called. */
function openStep() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isAtWork = false;
  return {
    end: (answer: string) => resolve(answer),
    isAtWork: () => isAtWork,
    run() {
      isAtWork = true;
      return promise;
    },
  };
}

it('runs two steps at once; the next ones wait in the order in which they came', async () => {
  const context = contextOf();
  const steps = Array.from({ length: 4 }, openStep);
  const answers = steps.map((step) => inTurn(context, step.run));
  const atWork = async () => {
    await wait(20);
    return steps.map((step) => step.isAtWork());
  };
  expect(await atWork()).toEqual([true, true, false, false]);
  steps[1]?.end('second');
  expect(await atWork()).toEqual([true, true, true, false]);
  for (const [n, step] of steps.entries()) step.end(`step ${n}`);
  expect(await Promise.all(answers)).toEqual(['step 0', 'second', 'step 2', 'step 3']);
});

it('after a step that kept the event loop at work its turn rests, for others than sign-ons', async () => {
  const context = contextOf();
  const other = openStep();
  const kept = inTurn(context, other.run);
  const ended = await inTurn(context, async () => {
    const start = performance.now();
    while (performance.now() < start + 60);
    return performance.now();
  });
  const began = await inTurn(context, async () => performance.now());
  expect(began - ended).toBeGreaterThan(25);
  other.end('done');
  await kept;
});

it('a step that fails gives its turn to the next', async () => {
  const context = contextOf();
  const fail = () => Promise.reject(new Error('the database is away'));
  for (let n = 0; n < 3; n++) await expect(inTurn(context, fail)).rejects.toThrow('the database is away');
  expect(await inTurn(context, async () => 'done')).toBe('done');
});

it('refuses what comes beyond a thousand that wait', async () => {
  const context = contextOf();
  const step = openStep();
  const waiting = Array.from({ length: 1002 }, () => inTurn(context, step.run));
  await expect(inTurn(context, step.run)).rejects.toMatchObject({
    code: 'busy',
    headers: { 'retry-after': '5' },
  });
  step.end('done');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
});
