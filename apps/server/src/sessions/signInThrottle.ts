import { keepBooks, keepBooksAtOnce } from '../audit/audit.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { WriteTx } from '../platform/database/database.ts';
import {
  blockUntil,
  type Counted,
  clearThrottle,
  clearThrottles,
  countUp,
  countUpLightly,
} from '../platform/database/throttle.ts';
import { emailKey } from '../platform/emailKey.ts';
import type { House } from '../platform/house.ts';

const freeFailures = 5;
const longestWaitSeconds = 15 * 60;
const forgetFailuresSeconds = 12 * 60 * 60;

export interface Attempt {
  readonly username: string;
  readonly address: string;
  /** The header; a session that opens keeps the names in it. */
  readonly userAgent: string;
}

/** From where somebody tries. */
export type Whence = Pick<Attempt, 'address' | 'userAgent'>;

function failureKey({ username, address }: Pick<Attempt, 'username' | 'address'>): string {
  return `signIn|${emailKey(username).slice(0, 254)}|${address}`;
}

export interface Leave {
  /** Before this try may be made; 0 when it may be made now. */
  readonly seconds: number;
  /** Whether the account and address have failures to forget when it succeeds. */
  readonly hasFailed: boolean;
}

/**
 * Asks whether this try may be made. Counts it for its network address, generously, since a campus sits behind one. A
 * refused try costs no hash.
 */
export async function askLeave(house: House, attempt: Attempt): Promise<Leave> {
  const now = house.clock.now();
  const counting = [triesKey(attempt.address), now, secondsAfter(now, -60), failureKey(attempt)];
  const [counted] = await keepBooksAtOnce(house, countUpLightly, counting);
  const { count, beside, blockedUntil } = counted as Counted;
  const ofAccount = Math.ceil(((blockedUntil ?? now).getTime() - now.getTime()) / 1000);
  return { seconds: waitAfterTries(house, count) || Math.max(0, ofAccount), hasFailed: beside > 0 };
}

export async function secondsToWait(house: House, attempt: Attempt): Promise<number> {
  return (await askLeave(house, attempt)).seconds;
}

/** The same for the network address alone. */
export async function secondsToWaitAt(house: House, address: string): Promise<number> {
  const now = house.clock.now();
  const tries = await keepBooks(house, (tx) => countUp(tx, triesKey(address), now, secondsAfter(now, -60)));
  return waitAfterTries(house, tries);
}

function triesKey(address: string): string {
  return `tries|${address}`;
}

function waitAfterTries({ config }: House, tries: number): number {
  return tries > config.signInsPerMinute ? 60 : 0;
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

/** The same from wherever the tries came. */
export async function forgetFailuresOf(tx: WriteTx, username: string): Promise<void> {
  await clearThrottles(tx, failureKey({ username, address: '' }));
}

export async function forgetFailures(tx: WriteTx, attempt: Attempt): Promise<void> {
  await clearThrottle(tx, failureKey(attempt));
}
