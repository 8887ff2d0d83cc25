import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../context/appContext.ts';
import { secondsAfter } from '../runtime/clock.ts';
import { granted } from './backoff.ts';
import type { Unavailable } from './job.ts';
import { deleteOutage, selectOutages, upsertOutage } from './outages.queries.ts';

/** An outage is confirmed by a probe, or by a job, which may wait for half an hour; an older one belongs to a process that is gone. */
const forgottenSeconds = 35 * 60;

/** Unavailable destinations, since when and why. */
export function listOutages({ database, clock }: AppContext) {
  return selectOutages(database.read, secondsAfter(clock.now(), -forgottenSeconds));
}

/**
 * Stores why a destination gets no jobs, for all processes; the first answer to any of them ends it. Where it asked for a
 * pause (`afterSeconds`), nothing confirms the outage before the end of that.
 */
export function noteOutage(
  context: AppContext,
  destination: string,
  { reason, remark, afterSeconds = null }: Unavailable,
): void {
  const now = context.clock.now();
  const outage = {
    destination,
    reason,
    remark: remark ?? null,
    now,
    seenAt: afterSeconds === null ? now : secondsAfter(now, granted(afterSeconds)),
    freshAfter: secondsAfter(now, -forgottenSeconds),
  };
  void systemTransaction(context, (tx) => upsertOutage(tx, outage)).catch(() => unwritten(context));
}

/** Deletes the outage of a destination that answers, also when it has no jobs. */
export function endOutage(context: AppContext, destination: string): void {
  void systemTransaction(context, (tx) => deleteOutage(tx, destination)).catch(() => unwritten(context));
}

function unwritten({ log }: AppContext): void {
  log.warn('queue: failed to store the state of a destination');
}
