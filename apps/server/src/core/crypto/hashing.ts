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
  /** Only tests use a lower cost. */
  readonly cost?: typeof strongCost;
}

export type Hashing = ReturnType<typeof openHashing>;

/** Hashes a password per core at a time; a bounded queue (AppError `busy`) protects memory from bursts. */
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
    atOnce,
    waiting: acquire.waiting,
    hash: (password: string) => inTurn(() => hash(password, cost)),
    /** A null hash takes as long as a real hash, so that response times do not reveal unknown accounts. */
    verify: (passwordHash: string | null, password: string) =>
      inTurn(async () => {
        if (passwordHash !== null) return verify(passwordHash, password);
        standIn ??= hash('no account has this password', cost);
        await verify(await standIn, password);
        return false;
      }),
  };
}

/** Lowers the priority of Node's thread pool, which hashes the passwords; the first hash starts the pool. */
function stepBack(): void {
  const threads = '/proc/self/task';
  const isOfPool = (id: string) => readFileSync(`${threads}/${id}/comm`, 'utf8').trim() === 'libuv-worker';
  try {
    lowerPriority(readdirSync(threads).filter(isOfPool).map(Number));
  } catch {
    // There is no /proc, or a thread has ended meanwhile.
  }
}
