/**
 * Owns jobs on their way out of the process: leases, retries, circuit breakers, what came of each, the hold after a
 * restore. Does not know what a job does: that is its handler's, and its table is its module's.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { openCircuitBreakers } from './circuitBreakers.ts';
import type { JobHandler, Outcome } from './job.ts';
import { openRunner } from './jobRunner.ts';

export {
  defineJobs,
  type JobHandler,
  type JobResult,
  jobTables,
  type Outcome,
  type Unavailable,
} from './job.ts';
export { countOpenJobs, enqueueJob, requeueJobs } from './leases.queries.ts';
export { listOutages, noteOutage } from './outages.ts';

/** How long a stop waits for calls that are under way, and then for what it broke off. */
const stopMilliseconds = 7000;
const abortMilliseconds = 1000;

export interface Queue {
  /** Any number of processes may do so at once. */
  start(): void;
  /** Makes one call, of the first handler that has jobs due; null where none has. */
  runOnce(): Promise<Outcome | null>;
  /** Ends after the calls that are under way; jobs not begun go back to the queue. */
  stop(): Promise<void>;
}

/**
 * Carries out the jobs of these handlers, which share what is known of their destinations. `secondMs` is how long a second
 * of the pauses lasts; tests have less time.
 */
export function openQueue(
  context: AppContext,
  handlers: readonly JobHandler<object>[],
  secondMs = 1000,
): Queue {
  const stopping = new AbortController();
  const wakeUp = () => {
    for (const { table } of handlers) context.notifier.notify(table.topic);
  };
  const breakers = openCircuitBreakers(stopping.signal, wakeUp, secondMs);
  const runners = handlers.map((handler) => openRunner(context, handler, breakers, stopping.signal));
  let running: Promise<unknown> = Promise.resolve();

  return {
    start() {
      running = Promise.all(runners.map((runner) => runner.run()));
    },
    async runOnce() {
      for (const runner of runners) {
        const outcome = await runner.runOnce();
        if (outcome) return outcome;
      }
      return null;
    },
    async stop() {
      stopping.abort();
      await within(stopMilliseconds, running);
      for (const handler of handlers) handler.abort?.();
      await within(abortMilliseconds, Promise.all([running, ...runners.map((runner) => runner.close())]));
    },
  };
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(milliseconds, undefined, { ref: false })]);
}
