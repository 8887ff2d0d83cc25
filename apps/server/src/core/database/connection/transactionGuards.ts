import { AsyncLocalStorage } from 'node:async_hooks';
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';

/**
 * Rejects queries on the root handle inside a running transaction: on the embedded database, which has a
 * single connection, they would deadlock; on PostgreSQL they would read another snapshot.
 */
export class NoNestedQueryGuard {
  readonly #running = new AsyncLocalStorage<{ open: boolean }>();

  /** @throws Error when called inside a running transaction. */
  check(): void {
    if (this.#running.getStore()?.open) {
      throw new Error('The root database handle was used inside a running transaction: use its tx instead');
    }
  }

  async inside<T>(work: () => Promise<T>): Promise<T> {
    const state = { open: true };
    try {
      return await this.#running.run(state, work);
    } finally {
      // Work that goes on, such as a timer, is outside the transaction again.
      state.open = false;
    }
  }
}

/** Rejects queries on a finished `tx`: a forgotten `await` would run the query in the next transaction. */
export class TransactionEnd implements KyselyPlugin {
  #reached = false;

  reached(): void {
    this.#reached = true;
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (this.#reached) {
      throw new Error('This transaction is over: a query on its tx was not awaited inside of it');
    }
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}
