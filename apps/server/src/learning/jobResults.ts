import { secondsAfter } from '../platform/runtime/clock.ts';
import { delayFor } from './backoff.ts';
import type { Called } from './call.ts';
import type { JobResult } from './queue.queries.ts';

/** Text for the operator, in a row of the queue. */
const longestError = 500;

/** What becomes of a wish after the nth call for it. */
export function jobResultOf(called: Called<unknown>, attempts: number, now: Date): JobResult {
  if ('answer' in called) return { state: 'done', nextTryAt: now, lastError: null };
  const { message, retry, retryAfterSeconds } = called.failure;
  if (retry === 'never') return refusal(message, now);
  const nextTryAt = secondsAfter(now, delayFor(attempts, retryAfterSeconds));
  return { state: 'waiting', nextTryAt, lastError: message.slice(0, longestError) };
}

/** The verdict on one person whom the platform refused while it took the others. */
export function refusal(reason: string, now: Date): JobResult {
  return { state: 'failed', nextTryAt: now, lastError: reason.slice(0, longestError) };
}
