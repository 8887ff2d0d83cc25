import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The rule that nothing inside a running transaction touches the root handle: on the embedded database, which has
 * one connection, it would wait for itself for ever; on PostgreSQL it would read another snapshot.
 */
export class NoNestedQueryGuard {
  readonly #running = new AsyncLocalStorage<{ open: boolean }>();

  /** @throws Error when called inside a running transaction. */
  check(): void {
    if (this.#running.getStore()?.open) {
      throw new Error('The root database handle was used inside a running transaction: use its tx instead');
    }
  }

  /** Runs `work` as the inside of a transaction. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const state = { open: true };
    try {
      return await this.#running.run(state, work);
    } finally {
      // What the work left running, a timer say, is outside again.
      state.open = false;
    }
  }
}
