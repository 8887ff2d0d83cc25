/** Owns jobs: leases, retries, circuit breakers, results, the hold. Does not know what a job does. */
import { setTimeout as wait } from 'node:timers/promises';
import { notifyAfterCommit } from '../audit/audit.service.ts';
import type { AppContext, WriteTx } from '../context/appContext.ts';
import { inBackground } from '../database/connection/background.ts';
import { openCircuitBreakers, resetTopic } from './circuitBreakers.ts';
import { type JobHandler, jobTables, type Outcome } from './job.ts';
import { openRunner } from './jobRunner.ts';
import { requeueDestination } from './leases.queries.ts';
import { deleteOutage } from './outages.queries.ts';

export { beginHold, endHold, findHold } from './hold.queries.ts';
export {
  defineJobs,
  type Job,
  type JobHandler,
  type JobResult,
  jobTables,
  type Outcome,
  type Unavailable,
  watchSeconds,
} from './job.ts';
export { countOpenJobs, enqueueJob, requeueJobs } from './leases.queries.ts';
export { listOutages, noteOutage } from './outages.ts';

/** How long a stop waits for running calls, and then again after it has aborted them. */
const stopMilliseconds = 7000;
const abortMilliseconds = 1000;

export type Queue = ReturnType<typeof openQueue>;

/** Runs handlers, which share circuit breakers. `secondMs`: milliseconds in a second of a pause. */
export function openQueue(context: AppContext, handlers: readonly JobHandler<object>[], secondMs = 1000) {
  const stopping = new AbortController();
  const wakeUp = () => {
    for (const { table } of handlers) context.notifier.notify(table.topic);
  };
  const breakers = openCircuitBreakers(context.notifier, stopping.signal, wakeUp, secondMs);
  const runners = handlers.map((handler) => openRunner(context, handler, breakers, stopping.signal));
  let running: Promise<unknown> = Promise.resolve();

  return {
    /** Starts all handlers. Any number of processes may run at once. */
    start(): void {
      running = inBackground(() => Promise.all(runners.map((runner) => runner.run())));
    },
    /** Makes a call for the first handler with due jobs; null if no handler has any. */
    async runOnce(): Promise<Outcome | null> {
      for (const runner of runners) {
        const outcome = await runner.runOnce();
        if (outcome) return outcome;
      }
      return null;
    },
    /** Resolves when running calls have ended; jobs that have not begun return to the queue. */
    async stop(): Promise<void> {
      stopping.abort();
      await within(stopMilliseconds, running);
      for (const handler of handlers) handler.abort?.();
      await within(abortMilliseconds, Promise.all([running, ...runners.map((runner) => runner.close())]));
    },
  };
}

/**
 * Call in the transaction that changes a destination's settings: all jobs that wait for this destination are
 * due, its outage is over, and its breakers in this process close after the commit.
 */
export async function requeueJobsTo(tx: WriteTx, destination: string, now: Date): Promise<void> {
  notifyAfterCommit(tx, resetTopic(destination));
  for (const table of jobTables) await requeueDestination(tx, table, destination, now);
  await deleteOutage(tx, destination);
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(milliseconds, undefined, { ref: false })]);
}
