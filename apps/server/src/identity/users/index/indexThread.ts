import { Worker } from 'node:worker_threads';
import type { IndexedPeople } from './indexedPeople.ts';
import type { Call } from './userIndex.worker.ts';

/** Limits for transient data alone; the packed text lies outside the thread's heap. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 1 };

/** The packed people in a worker thread, so that a search does not block the event loop. */
export class IndexThread {
  readonly #worker = new Worker(new URL('./userIndex.worker.ts', import.meta.url), { resourceLimits });
  /** The calls without an answer yet, which arrives in the order of the calls. */
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];
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

  /** Runs a method of `IndexedPeople` in the thread. @throws Error if the thread failed */
  call<Method extends 'append' | 'change' | 'collect' | 'find'>(
    method: Method,
    ...args: Parameters<IndexedPeople[Method]>
  ): Promise<ReturnType<IndexedPeople[Method]>> {
    if (this.#failure) return Promise.reject(this.#failure);
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.push(waiting);
    this.#worker.postMessage({ method, args } satisfies Call<Method>);
    return waiting.promise as Promise<ReturnType<IndexedPeople[Method]>>;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
