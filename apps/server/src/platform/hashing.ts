import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from './errors.ts';

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const maxWaiting = 256;

/**
 * Password hashing with bounded work: as many at once as there are cores, 256 waiting, and past that
 * AppError `busy`, so that a crowd at sign-in cannot take the memory of everybody else.
 */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** With no hash at hand it works as long as with one, so that an unknown account takes the same time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export function openHashing(atOnce = availableParallelism()): Hashing {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new AppError('busy', { headers: { 'retry-after': '5' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
  let standIn: Promise<string> | null = null;
  return {
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
