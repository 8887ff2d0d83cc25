import { Worker } from 'node:worker_threads';
import type { IndexedPeople, Scope } from './indexedPeople.ts';
import { type Matches, PackedPeople } from './packedPeople.ts';
import type { Expected } from './packedRows.ts';
import type { Range } from './ranges.ts';
import type { Method, Order } from './userIndex.worker.ts';

/** Limits for transient data alone; the packed text lies outside the thread's heap. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 1 };

/** The packed people in a worker thread, so that a search does not block the event loop. */
export class IndexThread {
  readonly #worker = new Worker(new URL('./userIndex.worker.ts', import.meta.url), { resourceLimits });
  /** The calls without an answer yet, which arrives in the order of the calls. */
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];
  /** A shared buffer that carries parts to the thread, to keep both heaps small. */
  #passage: Buffer = Buffer.alloc(0);
  #failure: Error | null = null;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (answer: unknown) => this.#waiting.shift()?.resolve(answer));
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', () => this.#fail(new Error('the thread of the search index has ended')));
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  async expect(expected: Expected): Promise<void> {
    await this.#ask({ method: 'pack', args: [expected] });
  }

  /** Appends the next people by name, in the format of `readPeople`. */
  async add(people: string): Promise<void> {
    const length = Buffer.byteLength(people) + 1;
    if (length > this.#passage.length) this.#passage = Buffer.from(new SharedArrayBuffer(length * 2));
    this.#passage.write(`${people}\n`);
    await this.#call('append', this.#passage.subarray(0, length));
  }

  /** An evenly spread sample of the people. */
  async sample(size: number): Promise<PackedPeople> {
    const people = new PackedPeople({ people: 0, bytes: 0 });
    people.append(Buffer.from(await this.#call('sample', size)));
    return people;
  }

  change(ranges: readonly Range[], people: string): Promise<void> {
    return this.#call('change', ranges, people);
  }

  find(scope: Scope, words: readonly string[], offset: number, limit: number): Promise<Matches> {
    return this.#call('find', scope, words, offset, limit);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #call<M extends Method>(method: M, ...args: Parameters<IndexedPeople[M]>) {
    return this.#ask({ method, args }) as Promise<ReturnType<IndexedPeople[M]>>;
  }

  #ask(order: Order): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.push(waiting);
    this.#worker.postMessage(order);
    return waiting.promise;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
