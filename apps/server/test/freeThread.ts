import { expect } from 'vitest';

/**
 * Expects that this thread works little while another one or another process does `work`, by its own processor time: `least`
 * milliseconds, and a tenth of the time that it waits, in which it looks now and then at who works.
 */
export async function expectFreeThread<T>(least: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const before = process.threadCpuUsage();
  const done = await work();
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(least + (performance.now() - began) / 10);
  return done;
}
