import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Pattern } from './findPatterns.ts';

/** `linear`, or what the checker says otherwise, such as `2nd degree polynomial`. */
export type Complexities = Readonly<Record<string, string>>;

export const keyOf = ({ source, flags }: Pattern) => `/${source}/${flags}`;

const threads = 2;

/**
 * The complexity of each pattern, by `keyOf`. What is known from an earlier run is read from `cache`, since some
 * patterns take the checker seconds.
 */
export async function checkPatterns(patterns: readonly Pattern[], cache: string): Promise<Complexities> {
  const known = readCache(cache);
  const unknown = [...new Map(patterns.map((pattern) => [keyOf(pattern), pattern])).entries()].filter(
    ([key]) => !(key in known),
  );
  const checked = await Promise.all(Array.from({ length: threads }, () => checkInThread(unknown)));
  const all = Object.assign({}, known, ...checked);
  const used = patterns.map((pattern) => [keyOf(pattern), all[keyOf(pattern)] ?? 'unknown'] as const);
  const complexities = Object.fromEntries(used);
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify(complexities));
  return complexities;
}

function readCache(cache: string): Complexities {
  try {
    return JSON.parse(readFileSync(cache, 'utf8'));
  } catch {
    return {};
  }
}

/** Takes one pattern after the other of those that are left. */
async function checkInThread(left: (readonly [string, Pattern])[]): Promise<Complexities> {
  const checked: Record<string, string> = {};
  if (left.length === 0) return checked;
  const worker = new Worker(new URL('./recheck.worker.ts', import.meta.url));
  try {
    for (let next = left.shift(); next; next = left.shift()) {
      const [key, { source, flags }] = next;
      worker.postMessage({ source, flags });
      [checked[key]] = await once(worker, 'message');
    }
  } finally {
    await worker.terminate();
  }
  return checked;
}
