import { keepBooks } from '../audit/audit.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import { countUp, findThrottle } from '../platform/database/throttle.ts';
import { emailKey } from '../platform/emailKey.ts';
import { AppError } from '../platform/errors.ts';
import type { House } from '../platform/house.ts';

interface Limit {
  readonly key: string;
  readonly most: number;
  readonly seconds: number;
}

const minute = 60;
const hour = 60 * minute;

/**
 * Counts a request for a reset link, for known and unknown addresses alike.
 * @throws AppError `request.tooMany` after 10 a minute from one network address or 3 an hour for one e-mail address.
 */
export async function countLinkRequest(house: House, email: string, address: string): Promise<void> {
  await keepWithin(house, { key: `forgot|${address}`, most: 10, seconds: minute });
  await keepWithin(house, { key: `forgot|${emailKey(email)}`, most: 3, seconds: hour });
}

/**
 * Counts a try to name one's current password: whoever sits down at an open session must not guess it.
 * @throws AppError `request.tooMany` after 10 an hour.
 */
export async function countPasswordTry(house: House, userId: number): Promise<void> {
  await keepWithin(house, { key: `currentPassword|${userId}`, most: 10, seconds: hour });
}

async function keepWithin(house: House, { key, most, seconds }: Limit): Promise<void> {
  const now = house.clock.now();
  const begin = secondsAfter(now, -seconds);
  const count = await keepBooks(house, (tx) => countUp(tx, key, now, begin));
  if (count <= most) return;
  const since = (await findThrottle(house.database.read, key))?.since ?? now;
  const wait = Math.max(1, Math.ceil((since.getTime() - begin.getTime()) / 1000));
  throw new AppError('request.tooMany', { headers: { 'retry-after': String(wait) } });
}
