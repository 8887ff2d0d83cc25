import type { Role } from '@guichet/contract/core/access';
import { secondsAfter } from '../../platform/runtime/clock.ts';

const hour = 60 * 60;

/** A session whose tokens nobody has renewed for this long is over; an open page does so every five minutes. */
export const idleSeconds = hour;

/** A spent refresh token may be shown again this shortly after, by a second tab or a retry (readings §2). */
export const graceSeconds = 10;

/** When a session is over, whatever happens: sooner for whoever may see or change what belongs to others. */
export function absoluteEnd(startedAt: Date, held: readonly { readonly role: Role }[]): Date {
  const isStaff = held.some(({ role }) => role !== 'student');
  return secondsAfter(startedAt, (isStaff ? 12 : 24) * hour);
}
