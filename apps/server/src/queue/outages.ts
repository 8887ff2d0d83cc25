import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import { deleteOutage, selectOutages, upsertOutage } from './outages.queries.ts';

/** An outage is looked at again every few minutes: one that was not belongs to a process that is gone. */
const forgottenSeconds = 15 * 60;

/** Destinations that take no jobs now, since when and why. */
export function listOutages({ database, clock }: AppContext) {
  return selectOutages(database.read, secondsAfter(clock.now(), -forgottenSeconds));
}

/** Tells everybody, through every process, why no job gets through; the first success of any of them ends it. */
export function noteOutage(context: AppContext, destination: string, reason: string): void {
  const now = context.clock.now();
  const outage = { destination, reason, now, freshAfter: secondsAfter(now, -forgottenSeconds) };
  void systemTransaction(context, (tx) => upsertOutage(tx, outage)).catch(() => unwritten(context));
}

/** A destination that answers is well again, also while there is nothing to do for it. */
export function endOutage(context: AppContext, destination: string): void {
  void systemTransaction(context, (tx) => deleteOutage(tx, destination)).catch(() => unwritten(context));
}

function unwritten({ log }: AppContext): void {
  log.warn('queue: the state of a destination could not be written');
}
