import { sql } from 'kysely';
import type { FailureReason } from './failureWords.ts';

export type CancelReason = Extract<FailureReason, `cancelled${string}`>;

/** Why, and the name of the person who cancelled it, where somebody did so on purpose. */
export interface Cancellation {
  readonly reason: CancelReason;
  readonly by?: string;
}

/** The columns of a cancelled mail. A failed mail keeps the reason of its failure. */
export function cancelled({ reason, by }: Cancellation) {
  const stored = by ? `${reason}: ${by}` : reason;
  return {
    state: 'cancelled' as const,
    last_error: sql<string | null>`case when state = 'failed' then last_error else ${stored} end`,
  };
}

/** SQL: the state of a cancelled mail that goes after all. A worker may be sending the mail still, and keeps its lease. */
export function stateAgain(now: Date) {
  return sql`case when leased_until > ${now}::timestamptz then 'sending' else 'queued' end`;
}
