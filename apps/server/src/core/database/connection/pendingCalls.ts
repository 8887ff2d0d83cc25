import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, isAway } from './unavailable.ts';

interface Call {
  readonly since: number;
  readonly fail: (error: DatabaseUnavailable) => void;
}

/** After this long without a call the database counts as idle. */
const lullMilliseconds = 25;
const lookMilliseconds = 5;

/** All calls that wait for the database; when no answer will come, all of them fail at once. */
export class PendingCalls {
  readonly #calls = new Set<Call>();
  #answeredAt = 0;
  #isRefused = false;
  #isEnded = false;
  /** Called when a call fails because the database is away. */
  onAway = () => {};

  /** Returns the result of `work`. @throws DatabaseUnavailable when calls are refused before or meanwhile */
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
        if (isAway(error)) this.onAway();
        reject(error);
      },
    );
    return promise;
  }

  /** Age of the oldest pending call, in milliseconds. */
  longestWait(): number {
    // A set iterates in insertion order: the first call is the oldest.
    for (const { since } of this.#calls) return performance.now() - since;
    return 0;
  }

  /** Resolves when the database is idle, or after the given time. */
  async lull(latestMilliseconds: number, stop: AbortSignal): Promise<void> {
    const latest = performance.now() + latestMilliseconds;
    const isLull = () => this.#calls.size === 0 && performance.now() - this.#answeredAt > lullMilliseconds;
    while (!stop.aborted && !isLull() && performance.now() < latest)
      await wait(lookMilliseconds, undefined, { signal: stop }).catch(() => undefined);
  }

  /** Fails all pending calls, and new calls until `accept`. */
  refuse(): void {
    this.#isRefused = true;
    for (const { fail } of this.#calls) fail(new DatabaseUnavailable('away'));
    this.#calls.clear();
  }

  accept(): void {
    this.#isRefused = this.#isEnded;
  }

  /** Fails pending and new calls permanently. */
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
