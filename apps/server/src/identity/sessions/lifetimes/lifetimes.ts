import type { Role } from '@guichet/contract/core/access';
import { secondsAfter } from '../../../core/runtime/clock.ts';

const hour = 60 * 60;

/** Idle timeout, since the last refresh; an open page refreshes every five minutes. */
export const idleSeconds = hour;

/** A spent refresh token is still accepted for this long, from a second tab or a retry (readings §2). */
export const graceSeconds = 10;

/** The absolute end of a session: sooner for roles that see or change data of others. */
export function absoluteEnd(startedAt: Date, held: readonly { readonly role: Role }[]): Date {
  const isStaff = held.some(({ role }) => role !== 'student');
  return secondsAfter(startedAt, (isStaff ? 12 : 24) * hour);
}
