import type { AppContext } from '../core/context/appContext.ts';
import { type JobResult, type Outcome, type Unavailable, watchSeconds } from '../core/queue/queue.service.ts';
import { platformIdOfDestination } from './jobs/jobs.queries.ts';
import { type Connector, ConnectorError, makeRemark, Paused, plainRemark } from './learning.service.ts';
import type { Connectors } from './platforms/connectors.ts';

const callSeconds = 60;

/** Calls a platform that asked for a pause, to see whether it works; null when it does, else why not. */
export async function lookAtPlatform(
  context: AppContext,
  connectors: Connectors,
  destination: string,
  stop: AbortSignal,
): Promise<Unavailable | null> {
  const platformId = platformIdOfDestination(destination);
  if (platformId === undefined) return null;
  const called = await callPlatform(context, stop, async (signal) =>
    (await connectors.of(platformId)).look?.(signal),
  );
  return ('failure' in called && failedOutcome([], called, stop).unavailable) || null;
}

export type Failed = { readonly failure: ConnectorError };

export type Called<T> = { readonly answer: T } | Failed;

/** Runs calls on a platform until a timeout or `stop`, if any; returns their answer or their failure. */
export async function callPlatform<T>(
  context: AppContext,
  stop: AbortSignal | null,
  call: (signal: AbortSignal) => Promise<T>,
  seconds = callSeconds,
): Promise<Called<T>> {
  const late = AbortSignal.timeout(seconds * 1000);
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error('too late')), { once: true });
  });
  try {
    return { answer: await Promise.race([call(stop ? AbortSignal.any([stop, late]) : late), tooLate]) };
  } catch (error) {
    return {
      failure: failureOf(context, error, {
        isStopped: stop?.aborted ?? false,
        isLate: late.aborted,
        seconds,
      }),
    };
  }
}

interface Work<Job, Answer> {
  /** The timeout of a call. */
  readonly seconds: number | ((connector: Connector) => number);
  call(connector: Connector, jobs: readonly [Job, ...Job[]], signal: AbortSignal): Promise<Answer>;
  /** Stores the answer of the platform; returns a result for each of the jobs. */
  settle(answer: Answer, jobs: readonly Job[]): Promise<JobResult[]>;
}

/** Calls a platform for as many jobs at a time as it takes. After an outage the rest are released. */
export async function callForJobs<Job extends { readonly platformId: number | null }, Answer>(
  context: AppContext,
  connectors: Connectors,
  jobs: readonly [Job, ...Job[]],
  stop: AbortSignal,
  { seconds, call, settle }: Work<Job, Answer>,
): Promise<Outcome> {
  const opened = await callPlatform(context, stop, () => connectors.of(jobs[0].platformId));
  if ('failure' in opened) return failedOutcome(jobs, opened, stop);
  const connector = opened.answer;
  const limit = typeof seconds === 'number' ? seconds : seconds(connector);
  const results: JobResult[] = [];
  for (let first = 0; first < jobs.length; first += connector.batchSize) {
    const some = jobs.slice(first, first + connector.batchSize) as [Job, ...Job[]];
    const called = await callPlatform(context, stop, (signal) => call(connector, some, signal), limit);
    const outcome: Outcome =
      'failure' in called
        ? failedOutcome(some, called, stop)
        : { results: await settle(called.answer, some) };
    results.push(...outcome.results);
    if (outcome.unavailable || stop.aborted) return { ...outcome, results };
  }
  return { results, unavailable: null };
}

/** The outcome of jobs whose call failed: retried while the platform is unavailable; a refusal fails. */
export function failedOutcome(jobs: readonly unknown[], { failure }: Failed, stop: AbortSignal): Outcome {
  const all = (result: JobResult) => jobs.map(() => result);
  const { message: reason, remark, retry, retryAfterSeconds: afterSeconds } = failure;
  if (retry === 'never') return { results: all({ kind: 'failed', reason, remark }), unavailable: null };
  if (stop.aborted) return { results: all({ kind: 'released' }), unavailable: null };
  const isWatched = failure instanceof Paused;
  // These jobs are due at the next look at the site, which may come before the pause ends.
  const due = isWatched ? Math.min(afterSeconds ?? 0, watchSeconds) : afterSeconds;
  const results = all({ kind: 'retry', reason, remark, afterSeconds: due });
  return { results, unavailable: retry === 'unready' ? null : { reason, remark, afterSeconds, isWatched } };
}

function failureOf(
  context: AppContext,
  error: unknown,
  why: { isStopped: boolean; isLate: boolean; seconds: number },
): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (why.isStopped) return new ConnectorError(plainRemark('interrupted by a stop'), 'later', 1);
  if (why.isLate) return new ConnectorError(makeRemark('noAnswer', { seconds: why.seconds }), 'later');
  // A bug of the connector: the job waits for a fixed version instead of failing.
  const { name, message, stack } = error as Error;
  context.log.error({ error: { name, message, stack } }, 'bug in a connector');
  return new ConnectorError('unexpected', 'later');
}
