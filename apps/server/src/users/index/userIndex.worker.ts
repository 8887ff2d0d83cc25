import { parentPort } from 'node:worker_threads';
import { type Expected, PackedPeople } from './packedPeople.ts';

/** The methods of the packed people that the thread runs. */
export type Method = 'append' | 'change' | 'find' | 'sample';

/** A message to the thread: first `pack`, which begins an empty index, then calls of methods. */
export type Order =
  | { readonly method: 'pack'; readonly args: readonly [Expected] }
  | { readonly method: Method; readonly args: Parameters<PackedPeople[Method]> };

let people = new PackedPeople({ people: 0, bytes: 0 });

/** Each order is answered in sequence, with what the method returns. */
parentPort?.on('message', ({ method, args }: Order) => {
  if (method === 'pack') people = new PackedPeople(...args);
  const result =
    method === 'pack' ? null : (people[method] as (...args: unknown[]) => unknown).apply(people, args);
  parentPort?.postMessage(result);
});
