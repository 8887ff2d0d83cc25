import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../context/appContext.ts';
import { secondsAfter } from '../runtime/clock.ts';
import { granted } from './backoff.ts';
import type { Unavailable } from './job.ts';
import { deleteOutage, selectOutages, upsertOutage } from './outages.queries.ts';

/** A probe or a job confirms an outage within half an hour; an older outage is left from a dead process. */
const forgottenSeconds = 35 * 60;

/** The unavailable destinations, each with the beginning and the reason. */
export function listOutages({ database, clock }: AppContext) {
  return selectOutages(database.read, secondsAfter(clock.now(), -forgottenSeconds));
}

/**
 * Stores, for all processes, why a destination gets no jobs; the first answer to any process ends the outage.
 * If the destination asked for a pause (`afterSeconds`), nothing confirms the outage before the pause ends.
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

/** Deletes the outage of a destination that answers, even if it has no jobs. */
export function endOutage(context: AppContext, destination: string): void {
  void systemTransaction(context, (tx) => deleteOutage(tx, destination)).then(
    (wasOut) => wasOut && context.log.warn({ destination }, 'queue: the destination answers again'),
    () => unwritten(context),
  );
}

function unwritten({ log }: AppContext): void {
  log.warn('queue: failed to store the state of a destination');
}
