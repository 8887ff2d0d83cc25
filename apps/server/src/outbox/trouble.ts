import { keepBooks } from '../audit/audit.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { ReadDb } from '../platform/database/database.ts';
import type { House } from '../platform/house.ts';
import { type DeliveryFailure, storedFailure } from './deliveryFailure.ts';
import * as queries from './trouble.queries.ts';

/** A trouble is looked at again every few minutes: one that was not belongs to a process that is gone. */
const forgottenSeconds = 15 * 60;

/** Why no mail can leave, and since when; null where nothing is known to be wrong. */
export async function findTrouble(db: ReadDb, now: Date) {
  const trouble = await queries.selectTrouble(db);
  return trouble && trouble.seenAt > secondsAfter(now, -forgottenSeconds) ? trouble : null;
}

/** Tells everybody, through every process, why no mail leaves; the first success of any of them clears it. */
export function noteTrouble(house: House, failure: DeliveryFailure): void {
  const now = house.clock.now();
  const seen = { now, freshAfter: secondsAfter(now, -forgottenSeconds), failure: storedFailure(failure) };
  void keepBooks(house, (tx) => queries.upsertTrouble(tx, seen)).catch(() => unwritten(house));
}

/** A mail server that answers is well again, also while nothing has to be sent. */
export function forgetTrouble(house: House): void {
  void keepBooks(house, queries.deleteTrouble).catch(() => unwritten(house));
}

function unwritten({ log }: House): void {
  log.warn('outbox: how the mail server does could not be written down');
}
