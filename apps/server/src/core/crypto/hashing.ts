import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { openSemaphore } from '../runtime/concurrency/semaphore.ts';
import { lowerPriority } from '../runtime/concurrency/threadPriority.ts';

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const strongCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface HashingOptions {
  readonly atOnce?: number;
  readonly maxWaiting?: number;
  /** Only tests hash at less. */
  readonly cost?: typeof strongCost;
}

export type Hashing = ReturnType<typeof openHashing>;

/** Hashes one password per core at a time, with a bounded queue (then AppError `busy`): a burst cannot exhaust memory. */
export function openHashing({
  atOnce = availableParallelism(),
  maxWaiting = 256,
  cost = strongCost,
}: HashingOptions = {}) {
  const acquire = openSemaphore(atOnce, maxWaiting);
  let hasStepped = false;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await acquire();
    try {
      return await work();
    } finally {
      if (!hasStepped) stepBack();
      hasStepped = true;
      release();
    }
  };
  let standIn: Promise<string> | null = null;
  return {
    /** How many passwords are hashed concurrently. */
    atOnce,
    waiting: acquire.waiting,
    hash: (password: string) => inTurn(() => hash(password, cost)),
    /** A null hash takes as long as a real one, so that response time does not reveal unknown accounts. */
    verify: (passwordHash: string | null, password: string) =>
      inTurn(async () => {
        if (passwordHash !== null) return verify(passwordHash, password);
        standIn ??= hash('no account has this password', cost);
        await verify(await standIn, password);
        return false;
      }),
  };
}

/** The threads of Node's pool, in which passwords are hashed; called after the first hash, when they exist. */
function stepBack(): void {
  const threads = '/proc/self/task';
  const isOfPool = (id: string) => readFileSync(`${threads}/${id}/comm`, 'utf8').trim() === 'libuv-worker';
  try {
    lowerPriority(readdirSync(threads).filter(isOfPool).map(Number));
  } catch {
    // No /proc, or a thread has ended meanwhile.
  }
}
