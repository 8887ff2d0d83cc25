import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { startIdleGc } from './idleGc.ts';

const options = { lookMilliseconds: 20, quietLooks: 3, quietShare: 0.5, growth: 1.2 };
const rests: { stop(): Promise<void> }[] = [];
afterEach(async () => {
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
    const collected = startCounting();
    await wait(300);
    expect(collected()).toBe(1);
    const held = Array.from({ length: 400 }, (_, n) => new Array(50_000).fill(n));
    await wait(300);
    expect(collected()).toBe(2);
    expect(held).toHaveLength(400);
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
