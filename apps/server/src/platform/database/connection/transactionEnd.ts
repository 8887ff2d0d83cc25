import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';

/**
 * Refuses queries on a `tx` whose transaction is over. A query that was not awaited would otherwise run on a
 * connection which by then belongs to somebody else, inside her transaction.
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
