import { systemTransaction } from '../audit/audit.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
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
export function noteTrouble(context: AppContext, failure: DeliveryFailure): void {
  const now = context.clock.now();
  const seen = { now, freshAfter: secondsAfter(now, -forgottenSeconds), failure: storedFailure(failure) };
  void systemTransaction(context, (tx) => queries.upsertTrouble(tx, seen)).catch(() => unwritten(context));
}

/** A mail server that answers is well again, also while nothing has to be sent. */
export function forgetTrouble(context: AppContext): void {
  void systemTransaction(context, queries.deleteTrouble).catch(() => unwritten(context));
}

function unwritten({ log }: AppContext): void {
  log.warn('outbox: how the mail server does could not be written down');
}
