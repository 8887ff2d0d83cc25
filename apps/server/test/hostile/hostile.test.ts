import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRange, type Range } from './range.ts';
import { type Shot, shots } from './shot.ts';

/** `npm run faults -- requests 200000` sends that many; `HOSTILE_SEED` repeats a run. */
const wanted = Number(process.env.HOSTILE_REQUESTS ?? 1500);
const firstSeed = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);
/** The number of concurrent senders. */
const senders = 4;
/** A fault ends its batch, not the run. */
const batch = Math.min(1000, Math.ceil(wanted / senders));

let range: Range;
beforeAll(async () => {
  range = await openRange();
});
afterAll(() => range.close());

const megabytes = () => Math.round(process.memoryUsage().rss / 1024 / 1024);

it(
  'every endpoint answers hostile requests as its schema says or with a problem of the table, and never with a bug',
  async () => {
    const property = fc.asyncProperty(shots(range.endpoints), async (shot) => {
      const faults = await range.fire(shot);
      if (faults.length > 0) throw new Error(faults.join('; '));
    });
    const found = new Set<string>();
    const start = performance.now();
    const before = megabytes();
    let begun = 0;
    let done = 0;
    const fireInBatches = async () => {
      while (begun < wanted) {
        const seed = firstSeed + begun;
        const numRuns = Math.min(batch, wanted - begun);
        begun += numRuns;
        const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns, seed });
        if (failed) found.add(describeFault(counterexample?.[0], errorInstance, seed));
        done += numRuns;
        const seconds = Math.round((performance.now() - start) / 1000);
        const memory = `${before} to ${megabytes()} MB`;
        if (wanted > 10_000)
          console.log(`${done} of ${wanted}, ${seconds} s, ${memory}`, range.counts, ...found);
      }
    };
    await Promise.all(Array.from({ length: senders }, fireInBatches));
    expect([...found]).toEqual([]);
    // Not all of them were refused for missing rights.
    expect(range.counts['2xx']).toBeGreaterThan(wanted / 20);
  },
  60_000 + wanted * 200,
);

/** Describes a fault with the smallest request that shows it and its seed. */
function describeFault(shot: Shot | undefined, error: unknown, seed: number): string {
  return `seed ${seed}: ${String(error).slice(0, 1000)} ${fc.stringify(shot).slice(0, 2000)}`;
}
