import { setTimeout as wait } from 'node:timers/promises';
import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { delayFor } from './backoff.ts';
import { type Connector, openConnector } from './learning.service.ts';
import { releaseLeases } from './queue.queries.ts';
import { type Job, processNextJob } from './queue.ts';

/** How often to look without a ring: for waits that are over, and for what other processes have planned. */
const lookEveryMilliseconds = 5000;
/** How often a platform that is down is tried, unless it asked for more time. */
const longestPauseSeconds = 120;

/** Carries wishes to the platform until it is stopped. Any number of processes may do so at once. */
export function startLearning(
  context: AppContext,
  connector: Connector = openConnector(context),
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run(context, connector, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

async function run(context: AppContext, connector: Connector, stop: AbortSignal): Promise<void> {
  // This process alone has the embedded database open, so whoever held these leases is dead.
  if (context.database.kind === 'embedded') await attempt(context, () => forgetLeases(context));
  let failures = 0;
  while (!stop.aborted) {
    const job = await attempt(context, () => processNextJob(context, connector, stop));
    failures = job.kind === 'down' ? failures + 1 : 0;
    if (job.kind === 'down') await pause(failures, job.retryAfterSeconds, stop);
    if (job.kind === 'idle') await context.notifier.wait('learning', lookEveryMilliseconds, stop);
  }
}

async function forgetLeases(context: AppContext): Promise<Job> {
  await systemTransaction(context, releaseLeases);
  return { kind: 'worked' };
}

/** A database that is away for a moment must not end the worker. */
async function attempt(context: AppContext, work: () => Promise<Job>): Promise<Job> {
  try {
    return await work();
  } catch (error) {
    const { name, message, stack } = error as Error;
    context.log.error({ error: { name, message, stack } }, 'a turn of the learning queue failed');
    return { kind: 'down', retryAfterSeconds: null };
  }
}

async function pause(failures: number, retryAfterSeconds: number | null, stop: AbortSignal): Promise<void> {
  const asked = delayFor(failures, retryAfterSeconds);
  const seconds = retryAfterSeconds === null ? Math.min(asked, longestPauseSeconds) : asked;
  await wait(seconds * 1000, undefined, { signal: stop }).catch(() => undefined);
}
