import { setTimeout as wait } from 'node:timers/promises';
import { singleStatementTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { type Settlement, settleMails } from './delivery.queries.ts';

interface Entry {
  readonly settlement: Settlement;
  readonly written: () => void;
}

/**
 * Writes down how mails ended. Who settles one waits until that is committed, and all that end in the meantime are
 * committed together: so a process that is killed has at most one mail per connection that left and is not written.
 */
export class SettlementBatcher {
  readonly #context: AppContext;
  readonly #by: string;
  #entries: Entry[] = [];
  #writing: Promise<void> | null = null;

  constructor(context: AppContext, by: string) {
    this.#context = context;
    this.#by = by;
  }

  settle(settlement: Settlement): Promise<void> {
    return new Promise((written) => {
      this.#entries.push({ settlement, written });
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null;
      });
    });
  }

  async #write(): Promise<void> {
    while (this.#entries.length > 0) {
      const entries = this.#entries.splice(0);
      const settlements = entries.map(({ settlement }) => settlement);
      await this.#commit(settlements);
      for (const { written } of entries) written();
    }
  }

  /** A mail that has left must be written down, however long the database is away. */
  async #commit(settlements: readonly Settlement[]): Promise<void> {
    for (;;) {
      try {
        await singleStatementTransaction(this.#context, settleMails, [JSON.stringify(settlements), this.#by]);
        return;
      } catch (error) {
        this.#context.log.error({ error: (error as Error).message }, 'outbox: results could not be written');
        await wait(1000);
      }
    }
  }
}
