import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../../../core/context/appContext.ts';
import { toNeighbourhood, toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { openFairQueue } from '../../../core/runtime/concurrency/fairQueue.ts';
import { perOwner } from '../../../core/runtime/concurrency/keepLast.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { readDevice } from './knownDevice.ts';
import { type Attempt, type ClientInfo, secondsBlocked } from './signInLimits.ts';

/** Refusals per second above which further refusals are delayed, to slow a flood down. */
const quickRefusals = 50;
/** The least and the longest delay of a refusal; different delays keep clients from returning all at once. */
const slowedMilliseconds = { least: 1000, most: 3000 };
const mostSlowed = 5000;

const queueOf = perOwner((hashing: AppContext['hashing']) => ({
  // More sign-ins run than hash at once, since some of them wait for the database.
  queue: openFairQueue({ atOnce: 2 * hashing.atOnce + 2, maxWaiting: 256 }),
  refusals: { second: 0, count: 0 },
  slowed: 0,
}));

/**
 * Queues the costly part of a sign-in (counters, account, hash): known devices first, then fairly by network. Attempts
 * known as blocked are refused from memory, before the queue.
 * @param refuse makes the answer to a blocked attempt
 * @param work takes the time at which the request came, before it was queued; returns the answer and whether it was a
 * failure
 * @throws AppError `busy` when the queue is full
 */
export async function inTurn<T>(
  context: AppContext,
  attempt: Attempt | ClientInfo,
  refuse: (retryAfter: number) => T,
  work: (arrived: Date) => Promise<{ readonly answer: T; readonly isFailure: boolean }>,
): Promise<T> {
  const { queue } = queueOf(context.hashing);
  const arrived = context.clock.now();
  const network = toNetwork(attempt.address);
  const device = readDevice(context, attempt.device.shown);
  const isKnown = device !== null && (!('username' in attempt) || device.isOf(attempt.username));
  const neighbourhood = toNeighbourhood(network);
  const client = { client: isKnown ? device.id : network, neighbourhood, isKnown };
  const turnAway = async () => {
    const seconds = secondsBlocked(context, attempt, context.clock.now());
    if (seconds === 0) return null;
    queue.addFailure(client.client);
    await slowDown(context);
    return refuse(seconds);
  };
  const refused = await turnAway();
  if (refused !== null) return refused;
  let isWorking = false;
  const ask = () =>
    queue.run(client, async () => {
      isWorking = true;
      // The attempt may have become blocked while it was queued.
      const seconds = secondsBlocked(context, attempt, arrived);
      if (seconds > 0) return refuse(seconds);
      const { answer, isFailure } = await work(arrived);
      if (isFailure) queue.addFailure(client.client);
      else queue.addSuccess(client.client);
      return answer;
    });
  for (let hasWaited = false; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (isWorking || !(error instanceof AppError && error.code === 'busy')) throw error;
      queue.addFailure(client.client);
      const isLast = hasWaited;
      hasWaited = await slowDown(context);
      // Meanwhile the queue has learnt which network floods it, so the attempt is tried once more.
      if (isLast || !hasWaited) throw error;
    }
  }
}

export function signInsWaiting(context: AppContext): number {
  return queueOf(context.hashing).queue.waiting();
}

/** Delays a refusal while refusals are too many; returns whether it delayed. */
async function slowDown(context: AppContext): Promise<boolean> {
  const queue = queueOf(context.hashing);
  const second = Math.floor(performance.now() / 1000);
  if (queue.refusals.second !== second) queue.refusals = { second, count: 0 };
  queue.refusals.count++;
  if (queue.refusals.count <= quickRefusals || queue.slowed >= mostSlowed) return false;
  queue.slowed++;
  const { least, most } = slowedMilliseconds;
  // The golden ratio spreads numbers that follow each other evenly.
  const milliseconds = least + ((queue.refusals.count * 0.618) % 1) * (most - least);
  await delay(milliseconds, null, { signal: context.lifecycle.closed }).catch(() => null);
  queue.slowed--;
  return true;
}
