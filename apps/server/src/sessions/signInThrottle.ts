import { keepBooks } from '../audit/audit.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { WriteTx } from '../platform/database/database.ts';
import { blockUntil, clearThrottle, countUp, findThrottle } from '../platform/database/throttle.ts';
import { emailKey } from '../platform/emailKey.ts';
import type { House } from '../platform/house.ts';

const freeFailures = 5;
const longestWaitSeconds = 15 * 60;
const forgetFailuresSeconds = 12 * 60 * 60;

export interface Attempt {
  readonly username: string;
  readonly address: string;
}

function failureKey({ username, address }: Attempt): string {
  return `signIn|${emailKey(username).slice(0, 254)}|${address}`;
}

/**
 * Seconds to wait before this try may be made, 0 when it may be made now. Counts the try for its network address,
 * generously, since a campus sits behind one. A refused try costs no hash.
 */
export async function secondsToWait(house: House, attempt: Attempt): Promise<number> {
  const now = house.clock.now();
  const tries = await keepBooks(house, (tx) =>
    countUp(tx, `tries|${attempt.address}`, now, secondsAfter(now, -60)),
  );
  if (tries > house.config.signInsPerMinute) return 60;
  const blockedUntil = (await findThrottle(house.database.read, failureKey(attempt)))?.blockedUntil ?? now;
  return Math.max(0, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));
}

/** Five failures are free; each further one doubles the wait, up to 15 minutes. */
export async function countFailure(house: House, attempt: Attempt): Promise<void> {
  const now = house.clock.now();
  const key = failureKey(attempt);
  await keepBooks(house, async (tx) => {
    const failures = await countUp(tx, key, now, secondsAfter(now, -forgetFailuresSeconds));
    if (failures < freeFailures) return;
    const wait = Math.min(2 ** (failures - freeFailures), longestWaitSeconds);
    await blockUntil(tx, key, secondsAfter(now, wait));
  });
}

export async function forgetFailures(tx: WriteTx, attempt: Attempt): Promise<void> {
  await clearThrottle(tx, failureKey(attempt));
}
