import { parentPort } from 'node:worker_threads';
import { IndexedPeople } from './indexedPeople.ts';

/** A call of a method of `IndexedPeople`, which the thread runs. */
export interface Call<Method extends 'append' | 'change' | 'collect' | 'find'> {
  readonly method: Method;
  readonly args: Parameters<IndexedPeople[Method]>;
}

const people = new IndexedPeople();

/** Calls are answered in sequence, each with the result of its method. */
parentPort?.on('message', ({ method, args }: Call<'append' | 'change' | 'collect' | 'find'>) => {
  parentPort?.postMessage((people[method] as (...args: unknown[]) => unknown).apply(people, args));
});
