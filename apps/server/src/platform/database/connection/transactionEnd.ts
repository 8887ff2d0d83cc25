import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';

/**
 * Rejects queries on a `tx` whose transaction is over: a query that was not awaited would otherwise run inside the next
 * transaction on the same connection.
 */
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
