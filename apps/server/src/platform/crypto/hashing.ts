import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, getPriority, setPriority } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../runtime/errors.ts';

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Password hashing with bounded work: as many at once as there are cores, so many waiting, and past that
 * AppError `busy`, so that a crowd at sign-in cannot take the memory of everybody else.
 */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** With no hash at hand it works as long as with one, so that an unknown account takes the same time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  /** How many are hashed at the same time. */
  readonly atOnce: number;
  /** How many wait for their turn. */
  waiting(): number;
}

/** So much further back than the process a hashing thread takes a quarter of a core that somebody else wants as well. */
const stepsBack = 5;

export function openHashing(atOnce = availableParallelism(), maxWaiting = 256): Hashing {
  const waiting: (() => void)[] = [];
  let running = 0;
  let hasStepped = false;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new AppError('busy', { headers: { 'retry-after': '5' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      if (!hasStepped) stepBack();
      hasStepped = true;
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
  let standIn: Promise<string> | null = null;
  return {
    atOnce,
    waiting: () => waiting.length,
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        if (passwordHash !== null) return verify(passwordHash, password);
        standIn ??= hash('no account has this password', cost);
        await verify(await standIn, password);
        return false;
      }),
  };
}

/**
 * Lets the threads of Node's pool, in which passwords are hashed, give way to the one that answers requests: on Linux
 * each thread has a priority of its own. They are there once the first password has been hashed; elsewhere, or where it
 * is not allowed, nothing changes.
 */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  const threads = '/proc/self/task';
  const priority = getPriority() + stepsBack;
  try {
    for (const id of readdirSync(threads)) {
      if (readFileSync(`${threads}/${id}/comm`, 'utf8').trim() === 'libuv-worker')
        setPriority(Number(id), priority);
    }
  } catch {
    // A container without /proc, or one that forbids it.
  }
}
