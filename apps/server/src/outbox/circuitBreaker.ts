import { setTimeout as wait } from 'node:timers/promises';

/** Seconds that sending stops when no mail can leave; the last is repeated. */
const unreachablePauses = [1, 5, 15, 30, 60, 120, 300];
/** And when the server puts mail after mail off. */
const strainPause = 10;
const strainLimit = 50;

/**
 * Stands before all connections. When the server is away it closes for growing pauses and opens when a probe gets
 * through: so a server that is down costs no mail a try, and one that is out of breath is left alone for a while.
 */
export class CircuitBreaker {
  readonly #probe: () => Promise<boolean>;
  readonly #stop: AbortSignal;
  readonly #secondMs: number;
  readonly #stopped: Promise<void>;
  #closed: Promise<void> | null = null;
  #pauses = 0;
  #deferrals = 0;

  /** `secondMs` is how long a second lasts; tests have less time. */
  constructor(probe: () => Promise<boolean>, stop: AbortSignal, secondMs = 1000) {
    this.#probe = probe;
    this.#stop = stop;
    this.#secondMs = secondMs;
    this.#stopped = new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
  }

  get isClosed(): boolean {
    return this.#closed !== null;
  }

  /** Waits until the gate is open, or the worker stops. */
  async pass(): Promise<void> {
    while (this.#closed && !this.#stop.aborted) await Promise.race([this.#closed, this.#stopped]);
  }

  /** A mail was accepted, or refused for its own sake: the server is well. */
  noteAnswer(): void {
    this.#pauses = 0;
    this.#deferrals = 0;
  }

  /** Whether so many were put off that the server is left alone. */
  noteDeferral(): boolean {
    if (++this.#deferrals < strainLimit) return false;
    this.#deferrals = 0;
    this.#closed ??= this.#rest(strainPause).finally(() => this.#open());
    return true;
  }

  noteUnreachable(): void {
    this.#closed ??= this.#waitUntilReachable().finally(() => this.#open());
  }

  #open(): void {
    this.#closed = null;
  }

  async #waitUntilReachable(): Promise<void> {
    do {
      const pause = unreachablePauses[Math.min(this.#pauses++, unreachablePauses.length - 1)] as number;
      await this.#rest(pause);
    } while (!this.#stop.aborted && !(await this.#probe()));
  }

  async #rest(seconds: number): Promise<void> {
    await wait(seconds * this.#secondMs, undefined, { signal: this.#stop }).catch(() => undefined);
  }
}
