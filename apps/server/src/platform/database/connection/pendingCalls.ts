import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable } from './unavailable.ts';

interface Call {
  readonly since: number;
  readonly fail: (error: DatabaseUnavailable) => void;
}

/** Where nobody has asked for so long, nobody is about to ask the next thing. */
const lullMilliseconds = 25;
const lookMilliseconds = 5;

/** Everything that waits for the database, so that all of it can be told at once that no answer will come. */
export class PendingCalls {
  readonly #calls = new Set<Call>();
  #answeredAt = 0;
  #isRefused = false;
  #isEnded = false;

  /** What `work` answers. @throws DatabaseUnavailable when calls are refused, or fail before it has. */
  follow<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isRefused) return Promise.reject(new DatabaseUnavailable('away'));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const call = { since: performance.now(), fail: reject };
    this.#calls.add(call);
    work().then(
      (answer) => {
        this.#end(call);
        resolve(answer);
      },
      (error) => {
        this.#end(call);
        reject(error);
      },
    );
    return promise;
  }

  /** How long the one that has waited longest has been waiting, in milliseconds. */
  longestWait(): number {
    // A set keeps the order in which its members came.
    for (const { since } of this.#calls) return performance.now() - since;
    return 0;
  }

  /** Resolves when nobody asks for anything, after so long at the latest. */
  async lull(latestMilliseconds: number, stop: AbortSignal): Promise<void> {
    const latest = performance.now() + latestMilliseconds;
    const isLull = () => this.#calls.size === 0 && performance.now() - this.#answeredAt > lullMilliseconds;
    while (!stop.aborted && !isLull() && performance.now() < latest)
      await wait(lookMilliseconds, undefined, { signal: stop }).catch(() => undefined);
  }

  /** Fails what waits and refuses what comes, until `accept`. */
  refuse(): void {
    this.#isRefused = true;
    for (const { fail } of this.#calls) fail(new DatabaseUnavailable('away'));
    this.#calls.clear();
  }

  accept(): void {
    this.#isRefused = this.#isEnded;
  }

  /** The same for good. */
  end(): void {
    this.#isEnded = true;
    this.refuse();
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  #end(call: Call): void {
    this.#calls.delete(call);
    this.#answeredAt = performance.now();
  }
}
