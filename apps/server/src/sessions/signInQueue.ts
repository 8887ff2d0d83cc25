import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../platform/errors.ts';
import { type FairQueue, openFairQueue } from '../platform/fairQueue.ts';
import type { House } from '../platform/house.ts';
import { networkOf } from '../platform/networkAddress.ts';
import { readDevice } from './knownDevice.ts';
import { type Attempt, secondsBlocked, type Whence } from './signInThrottle.ts';

/** More refusals a second than this are a flood, whose next refusals wait, so that it asks less often. */
const quickRefusals = 50;
const slowedMilliseconds = 2000;
const mostSlowed = 5000;

interface SignInQueue {
  readonly queue: FairQueue;
  refusals: { second: number; count: number };
  slowed: number;
}

const queues = new WeakMap<House['hashing'], SignInQueue>();

function queueOf({ hashing }: House): SignInQueue {
  let queue = queues.get(hashing);
  if (!queue) {
    // Some talk to the database while the others hash.
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

export interface Turn {
  /** When the request came, before it waited for its turn. */
  readonly arrived: Date;
}

/**
 * Runs what a sign-in costs (counters, account, hash) in its turn: devices with an earlier sign-in first, then fairly by
 * network. Whoever is known as blocked is refused before it, from memory.
 * @param refuse makes the answer to a blocked try, `work` returns its own and whether it was a failure
 * @throws AppError `busy` when too many wait
 */
export async function inTurn<T>(
  house: House,
  attempt: Attempt | Whence,
  refuse: (retryAfter: number) => T,
  work: (turn: Turn) => Promise<{ readonly answer: T; readonly isFailure: boolean }>,
): Promise<T> {
  const { queue } = queueOf(house);
  const arrived = house.clock.now();
  const network = networkOf(attempt.address);
  const device = readDevice(house, attempt.device.shown);
  const isKnown = device !== null && (!('username' in attempt) || device.isOf(attempt.username));
  const client = { client: isKnown ? device.id : network, isKnown };
  const turnAway = async () => {
    const seconds = secondsBlocked(house, attempt, house.clock.now());
    if (seconds === 0) return null;
    queue.addFailure(client.client);
    await slowDown(house);
    return refuse(seconds);
  };
  const refused = await turnAway();
  if (refused !== null) return refused;
  try {
    return await queue.run(client, async () => {
      // It may have become known while this one waited.
      const seconds = secondsBlocked(house, attempt, arrived);
      if (seconds > 0) return refuse(seconds);
      const { answer, isFailure } = await work({ arrived });
      if (isFailure) queue.addFailure(client.client);
      else queue.addSuccess(client.client);
      return answer;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'busy') {
      queue.addFailure(client.client);
      await slowDown(house);
    }
    throw error;
  }
}

/** How many wait for their turn. */
export function signInsWaiting(house: House): number {
  return queueOf(house).queue.waiting();
}

/** Lets a refusal wait while there are too many of them. */
async function slowDown(house: House): Promise<void> {
  const queue = queueOf(house);
  const second = Math.floor(performance.now() / 1000);
  if (queue.refusals.second !== second) queue.refusals = { second, count: 0 };
  queue.refusals.count++;
  if (queue.refusals.count <= quickRefusals || queue.slowed >= mostSlowed) return;
  queue.slowed++;
  await delay(slowedMilliseconds, null, { signal: house.shutter.closed }).catch(() => null);
  queue.slowed--;
}
