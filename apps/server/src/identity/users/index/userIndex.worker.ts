import { parentPort } from 'node:worker_threads';
import { IndexedPeople } from './indexedPeople.ts';
import type { Expected } from './packedRows.ts';

/** The methods of `IndexedPeople` that the thread runs. */
export type Method = 'append' | 'change' | 'find' | 'sample';

/** A message to the thread: first `pack`, which begins an empty index, then calls of methods. */
export type Order =
  | { readonly method: 'pack'; readonly args: readonly [Expected] }
  | { readonly method: Method; readonly args: Parameters<IndexedPeople[Method]> };

let people = new IndexedPeople({ people: 0, bytes: 0 });

/** Orders are answered in sequence, each with the result of its method. */
parentPort?.on('message', ({ method, args }: Order) => {
  if (method === 'pack') people = new IndexedPeople(...args);
  const result =
    method === 'pack' ? null : (people[method] as (...args: unknown[]) => unknown).apply(people, args);
  parentPort?.postMessage(result);
});
