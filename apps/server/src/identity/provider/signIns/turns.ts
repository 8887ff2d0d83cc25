import { performance } from 'node:perf_hooks';
import type { AppContext } from '../../../core/context/appContext.ts';
import { perOwner } from '../../../core/runtime/concurrency/keepLast.ts';
import { openSemaphore } from '../../../core/runtime/concurrency/semaphore.ts';

/** Steps at work at once: while one waits for the database, the other computes. */
const atOnce = 2;
/** The share of a step for which the event loop may be at work; after more, the turn rests. */
const mostAtWork = 0.6;
/** Each is a browser or an application that waits; beyond them somebody floods the portal. */
const mostWaiting = 1000;

const turnsOf = perOwner((_context: AppContext) => openSemaphore(atOnce, mostWaiting));

/**
 * Runs a step of a sign-on to an application in its turn: when a class opens its course at the same minute, everybody else
 * goes on at the usual speed, and the sign-ons take as long as they take. @throws AppError `busy`
 */
export async function inTurn<T>(context: AppContext, step: () => Promise<T>): Promise<T> {
  const release = await turnsOf(context)();
  const before = performance.eventLoopUtilization();
  try {
    return await step();
  } finally {
    const { active, idle } = performance.eventLoopUtilization(before);
    const rest = active / mostAtWork - (active + idle);
    if (rest > 0) setTimeout(release, rest).unref();
    else release();
  }
}
