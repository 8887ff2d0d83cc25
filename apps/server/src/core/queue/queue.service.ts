/**
 * Owns jobs: leases, retries, circuit breakers, results, the hold after a restore. Does not know what a job does: that is
 * up to its handler, and its table belongs to its module.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext } from '../context/appContext.ts';
import { inBackground } from '../database/connection/background.ts';
import type { WriteTx } from '../database/database.ts';
import { openCircuitBreakers, resetTopicOf } from './circuitBreakers.ts';
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

/** How long a stop waits for running calls, and then again after aborting them. */
const stopMilliseconds = 7000;
const abortMilliseconds = 1000;

export type Queue = ReturnType<typeof openQueue>;

/** Executes the jobs of these handlers, which share circuit breakers. `secondMs`: length of a second of their pauses. */
export function openQueue(context: AppContext, handlers: readonly JobHandler<object>[], secondMs = 1000) {
  const stopping = new AbortController();
  const wakeUp = () => {
    for (const { table } of handlers) context.notifier.notify(table.topic);
  };
  const breakers = openCircuitBreakers(context.notifier, stopping.signal, wakeUp, secondMs);
  const runners = handlers.map((handler) => openRunner(context, handler, breakers, stopping.signal));
  let running: Promise<unknown> = Promise.resolve();

  return {
    /** Any number of processes may run at once. */
    start(): void {
      running = inBackground(() => Promise.all(runners.map((runner) => runner.run())));
    },
    /** Makes one call, of the first handler with due jobs; null when none has. */
    async runOnce(): Promise<Outcome | null> {
      for (const runner of runners) {
        const outcome = await runner.runOnce();
        if (outcome) return outcome;
      }
      return null;
    },
    /** Resolves when running calls have ended; jobs not started return to the queue. */
    async stop(): Promise<void> {
      stopping.abort();
      await within(stopMilliseconds, running);
      for (const handler of handlers) handler.abort?.();
      await within(abortMilliseconds, Promise.all([running, ...runners.map((runner) => runner.close())]));
    },
  };
}

/**
 * The settings of a destination change in this transaction: all jobs that wait for it are due, and its outage is over.
 * Call `resetBreakers` after the commit.
 */
export async function requeueJobsTo(tx: WriteTx, destination: string, now: Date): Promise<void> {
  for (const table of jobTables) await requeueDestination(tx, table, destination, now);
  await deleteOutage(tx, destination);
}

/** Closes the circuit breakers of a destination in this process, whose workers take what waits for it at once. */
export function resetBreakers({ notifier }: AppContext, destination: string): void {
  notifier.notify(resetTopicOf(destination));
  for (const topic of new Set(jobTables.map((table) => table.topic))) notifier.notify(topic);
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(milliseconds, undefined, { ref: false })]);
}
