import { setTimeout as delay } from 'node:timers/promises';
import { networkOf } from '../../platform/http/sockets/networkAddress.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { type FairQueue, openFairQueue } from '../../platform/runtime/concurrency/fairQueue.ts';
import { AppError } from '../../platform/runtime/errors.ts';
import { readDevice } from './knownDevice.ts';
import { type Attempt, type ClientInfo, secondsBlocked } from './signInLimits.ts';

/** Refusals per second above which further refusals are delayed, to slow a flood down. */
const quickRefusals = 50;
const slowedMilliseconds = 2000;
const mostSlowed = 5000;

interface SignInQueue {
  readonly queue: FairQueue;
  refusals: { second: number; count: number };
  slowed: number;
}

const queues = new WeakMap<AppContext['hashing'], SignInQueue>();

function queueOf({ hashing }: AppContext): SignInQueue {
  let queue = queues.get(hashing);
  if (!queue) {
    // Some wait for the database while the others hash.
    const atOnce = 2 * hashing.atOnce + 2;
    queue = {
      queue: openFairQueue({ atOnce, maxWaiting: 256 }),
      refusals: { second: 0, count: 0 },
      slowed: 0,
    };
    queues.set(hashing, queue);
  }
  return queue;
}

/**
 * Queues the costly part of a sign-in (counters, account, hash): known devices first, then fairly by network. Attempts
 * known as blocked are refused from memory, before the queue.
 * @param refuse makes the answer to a blocked attempt
 * @param work takes when the request came, before it was queued; returns the answer and whether it was a failure
 * @throws AppError `busy` when the queue is full
 */
export async function inTurn<T>(
  context: AppContext,
  attempt: Attempt | ClientInfo,
  refuse: (retryAfter: number) => T,
  work: (arrived: Date) => Promise<{ readonly answer: T; readonly isFailure: boolean }>,
): Promise<T> {
  const { queue } = queueOf(context);
  const arrived = context.clock.now();
  const network = networkOf(attempt.address);
  const device = readDevice(context, attempt.device.shown);
  const isKnown = device !== null && (!('username' in attempt) || device.isOf(attempt.username));
  const client = { client: isKnown ? device.id : network, isKnown };
  const turnAway = async () => {
    const seconds = secondsBlocked(context, attempt, context.clock.now());
    if (seconds === 0) return null;
    queue.addFailure(client.client);
    await slowDown(context);
    return refuse(seconds);
  };
  const refused = await turnAway();
  if (refused !== null) return refused;
  try {
    return await queue.run(client, async () => {
      // It may have become blocked while it was queued.
      const seconds = secondsBlocked(context, attempt, arrived);
      if (seconds > 0) return refuse(seconds);
      const { answer, isFailure } = await work(arrived);
      if (isFailure) queue.addFailure(client.client);
      else queue.addSuccess(client.client);
      return answer;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'busy') {
      queue.addFailure(client.client);
      await slowDown(context);
    }
    throw error;
  }
}

/** The length of the queue. */
export function signInsWaiting(context: AppContext): number {
  return queueOf(context).queue.waiting();
}

/** Delays a refusal while there are too many of them. */
async function slowDown(context: AppContext): Promise<void> {
  const queue = queueOf(context);
  const second = Math.floor(performance.now() / 1000);
  if (queue.refusals.second !== second) queue.refusals = { second, count: 0 };
  queue.refusals.count++;
  if (queue.refusals.count <= quickRefusals || queue.slowed >= mostSlowed) return;
  queue.slowed++;
  await delay(slowedMilliseconds, null, { signal: context.lifecycle.closed }).catch(() => null);
  queue.slowed--;
}
