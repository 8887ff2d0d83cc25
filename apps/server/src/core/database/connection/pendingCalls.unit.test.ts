import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PendingCalls } from './pendingCalls.ts';

const live = new AbortController().signal;

test('lull() resolves when every call has been answered and no other follows', async () => {
  const calls = new PendingCalls();
  const asked = Promise.withResolvers<void>();
  const answer = calls.follow(() => asked.promise);
  let isLull = false;
  const lull = calls.lull(10_000, live).then(() => {
    isLull = true;
  });
  await wait(100);
  expect(isLull).toBe(false);
  asked.resolve();
  await answer;
  await lull;
});

test('lull() resolves after its time limit under constant load', async () => {
  const calls = new PendingCalls();
  const neverAnswered = calls.follow(() => new Promise<void>(() => {}));
  const began = performance.now();
  await calls.lull(50, live);
  expect(performance.now() - began).toBeGreaterThan(45);
  await calls.lull(100_000, AbortSignal.abort());
  calls.end();
  await expect(neverAnswered).rejects.toThrow();
});
