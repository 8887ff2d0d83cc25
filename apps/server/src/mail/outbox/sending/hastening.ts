import { notifyAfterCommit, systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { JobResult } from '../../../core/queue/queue.service.ts';
import { hastenDeferred } from './hastening.queries.ts';
import { mailJobs } from './mailJobs.queries.ts';

/**
 * Called with the result of each mail: a server that takes one again need not be waited for with the others. Never
 * throws: the mail has left, and a failure here would have it sent again.
 */
export function openHastening(context: AppContext): (result: JobResult) => Promise<void> {
  // Mails may wait since before the start.
  let mayWait = true;
  return async ({ kind }) => {
    if (kind === 'retry') mayWait = true;
    if (kind !== 'done' || !mayWait) return;
    try {
      const { deferred } = await systemTransaction(context, async (tx) => {
        const found = await hastenDeferred(tx, context.clock.now());
        if (found.hastened > 0) notifyAfterCommit(tx, mailJobs.topic);
        return found;
      });
      mayWait = deferred > 0;
    } catch (error) {
      context.log.warn({ error: (error as Error).message }, 'deferred mails were not hastened');
    }
  };
}
