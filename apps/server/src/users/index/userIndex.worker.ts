import { parentPort } from 'node:worker_threads';
import { type Expected, type Matches, PackedPeople } from './packedPeople.ts';
import type { Range } from './ranges.ts';

/** Messages to the thread: first one `expect`, then the sorted `part`s. */
export type Order =
  | { readonly kind: 'expect'; readonly expected: Expected }
  | { readonly kind: 'part'; readonly people: Uint8Array }
  | { readonly kind: 'sample'; readonly size: number }
  | { readonly kind: 'change'; readonly ranges: readonly Range[]; readonly people: string }
  | {
      readonly kind: 'find';
      readonly words: readonly string[];
      readonly offset: number;
      readonly limit: number;
    };

/** The answer to each order, in sequence; empty for most. */
export interface Answer {
  readonly sample?: string;
  readonly matches?: Matches;
}

let people = new PackedPeople({ people: 0, bytes: 0 });

function obey(order: Order): Answer {
  switch (order.kind) {
    case 'expect':
      people = new PackedPeople(order.expected);
      return {};
    case 'part':
      people.append(order.people);
      return {};
    case 'sample':
      return { sample: people.sample(Math.ceil(people.size / order.size)) };
    case 'change':
      people.change(order.ranges, order.people);
      return {};
    case 'find':
      return { matches: people.find(order.words, order.offset, order.limit) };
  }
}

parentPort?.on('message', (order: Order) => parentPort?.postMessage(obey(order)));
