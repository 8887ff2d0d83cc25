import { secondsAfter } from '../platform/clock.ts';
import type { Called } from './call.ts';
import { delayFor } from './pace.ts';
import type { Verdict } from './queue.queries.ts';

/** Text for the operator, in a row of the queue. */
const longestError = 500;

/** What becomes of a wish after the nth call for it. */
export function verdictOf(called: Called<unknown>, attempts: number, now: Date): Verdict {
  if ('answer' in called) return { state: 'done', nextTryAt: now, lastError: null };
  const { message, retry, retryAfterSeconds } = called.failure;
  if (retry === 'never') return refusal(message, now);
  const nextTryAt = secondsAfter(now, delayFor(attempts, retryAfterSeconds));
  return { state: 'waiting', nextTryAt, lastError: message.slice(0, longestError) };
}

/** The verdict on one person whom the platform refused while it took the others. */
export function refusal(reason: string, now: Date): Verdict {
  return { state: 'failed', nextTryAt: now, lastError: reason.slice(0, longestError) };
}
