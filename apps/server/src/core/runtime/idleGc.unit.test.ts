import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { startIdleGc } from './idleGc.ts';

const options = { lookMilliseconds: 20, quietLooks: 3, quietShare: 0.5, growth: 1.2 };
const rests: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const rest of rests.splice(0)) await rest.stop();
});

/** Returns the number of collections so far, while `used` connections are in use. */
function startCounting(used = 0): () => number {
  let times = 0;
  const database = { connections: () => ({ open: 2, idle: 2 - used, waiting: 0 }) } as Database;
  rests.push(startIdleGc({ database }, (() => times++) as unknown as NodeJS.GCFunction, options));
  return () => times;
}

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('idle garbage collection', () => {
  it('collects once when idle, and again only after the heap has grown', async () => {
    const heap = { ...process.memoryUsage(), heapTotal: 100_000_000 };
    vi.spyOn(process, 'memoryUsage').mockImplementation(() => heap);
    const collected = startCounting();
    for (const [grown, times] of [
      [1, 1],
      [1.1, 1],
      [1.3, 2],
    ] as const) {
      heap.heapTotal = 100_000_000 * grown;
      await expect.poll(collected, { timeout: 30_000 }).toBe(times);
      await wait(300);
      expect(collected()).toBe(times);
    }
  });

  it('waits while database connections are in use', async () => {
    const collected = startCounting(1);
    await wait(300);
    expect(collected()).toBe(0);
  });

  it('waits while the event loop is busy', async () => {
    const collected = startCounting();
    for (let n = 0; n < 20; n++) {
      workFor(25);
      await wait(2);
    }
    expect(collected()).toBe(0);
  });
});
