import { setTimeout as wait } from 'node:timers/promises';
import { singleStatementTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../context/appContext.ts';
import { findLevel } from '../database/connection/unavailable.ts';
import { type Clock, secondsAfter } from '../runtime/clock.ts';
import { presentWords } from '../runtime/foreignWords.ts';
import { delayFor } from './backoff.ts';
import { isAnswer, type Job, type JobResult, type JobTable } from './job.ts';
import { settleStatement } from './leases.queries.ts';

const longestReason = 500;

/** The values for the job's row; null keeps the present value. `endsOutage`: the destination has answered. */
function settlementOf(
  clock: Clock,
  table: JobTable<object>,
  job: Job<object>,
  { isDown, ...result }: SettledResult,
) {
  const { key, version, destination, attempts } = job;
  // A reason that no column can hold would be tried for ever, and all results after it.
  const error = 'reason' in result && result.reason ? presentWords(result.reason, longestReason) : null;
  const remark = 'remark' in result ? (result.remark ?? null) : null;
  const endsOutage = !isDown && isAnswer(result);
  const tried = {
    ...key,
    version,
    destination,
    endsOutage,
    tries: 1,
    nextTryAt: null,
    doneAt: null,
    error,
    remark,
    outcome: ('outcome' in result && result.outcome) || null,
  };
  const now = clock.now();
  if (result.kind === 'done') return { ...tried, state: table.states.done, doneAt: now };
  if (result.kind === 'failed') return { ...tried, state: 'failed' };
  if (result.kind === 'released')
    return { ...tried, state: attempts === 0 ? table.states.queued : 'waiting', tries: 0 };
  if (result.kind === 'postponed')
    return { ...tried, state: 'waiting', tries: 0, nextTryAt: secondsAfter(now, result.afterSeconds) };
  const chance = clock.randomBytes(4).readUInt32BE() / 2 ** 32;
  const seconds = delayFor(table.backoff, attempts + 1, chance, result.afterSeconds);
  if (seconds === null) return { ...tried, state: 'failed' };
  return { ...tried, state: 'waiting', nextTryAt: secondsAfter(now, seconds) };
}

/** `isDown`: the destination was unavailable when the call ended. */
type SettledResult = JobResult & { readonly isDown?: boolean };
export type Settle = (job: Job<object>, result: SettledResult) => Promise<void>;

/**
 * Stores the results of jobs that are leased `by` this process. `settle` resolves when its result is
 * committed; results that arrive during a commit share the next commit. So a killed process loses at most a
 * result per slot.
 */
export function openSettlements(context: AppContext, table: JobTable<object>, by: string): Settle {
  const statement = settleStatement(table);
  let entries: { settlement: ReturnType<typeof settlementOf>; written: () => void }[] = [];
  let isWriting = false;

  /** Retries for ever: a result must be stored, however long the database is away. */
  async function commit(settlements: string): Promise<void> {
    for (;;) {
      try {
        await singleStatementTransaction(context, statement, [settlements, by]);
        return;
      } catch (error) {
        context.log[findLevel(error)](
          { queue: table.name, error: (error as Error).message },
          'queue: failed to store results',
        );
        await wait(1000);
      }
    }
  }

  async function write(): Promise<void> {
    isWriting = true;
    while (entries.length > 0) {
      const batch = entries;
      entries = [];
      await commit(JSON.stringify(batch.map(({ settlement }) => settlement)));
      for (const { written } of batch) written();
    }
    isWriting = false;
  }

  return (job, result) =>
    new Promise((written) => {
      entries.push({ settlement: settlementOf(context.clock, table, job, result), written });
      if (!isWriting) void write();
    });
}
