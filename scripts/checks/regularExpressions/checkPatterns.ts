import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Pattern } from './findPatterns.ts';

/** `linear`, or what the checker says otherwise, such as `2nd degree polynomial`. */
export type Complexities = Readonly<Record<string, string>>;

export const keyOf = ({ source, flags }: Pattern) => `/${source}/${flags}`;

const threads = 2;

/**
 * The complexity of each pattern, by `keyOf`. What is known of these very patterns is read from `cache`, since some take the
 * checker seconds; it is written again where patterns came or went.
 */
export async function checkPatterns(patterns: readonly Pattern[], cache: string): Promise<Complexities> {
  const known = JSON.parse(textOf(cache)) as Complexities;
  const unknown = [...new Map(patterns.map((pattern) => [keyOf(pattern), pattern])).entries()].filter(
    ([key]) => !(key in known),
  );
  const checked = await Promise.all(Array.from({ length: threads }, () => checkInThread(unknown)));
  const all = Object.assign({}, known, ...checked);
  const used = patterns.map((pattern) => [keyOf(pattern), all[keyOf(pattern)] ?? 'unknown'] as const);
  const complexities = Object.fromEntries(used.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const text = `${JSON.stringify(complexities, null, 2)}\n`;
  if (text !== textOf(cache)) writeFileSync(cache, text);
  return complexities;
}

function textOf(cache: string): string {
  return existsSync(cache) ? readFileSync(cache, 'utf8') : '{}';
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
