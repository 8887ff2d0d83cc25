import { notifyAfterCommit, systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { JobResult } from '../../../core/queue/queue.service.ts';
import { rateLimits } from '../../../core/rateLimit/limits.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { makeBatchLoader } from '../../../core/runtime/concurrency/batchLoader.ts';
import { hastenDeferred, type MailJob, mailJobs, selectSentToOne } from './mailJobs.queries.ts';

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

const { max, windowSeconds } = rateLimits.mailsToOne;

/**
 * Returns the seconds that a mail about an exam has to wait because its reader or its address has had the most mails that
 * the limit allows within an hour; 0 for none. Mails about an account never wait. Decided when a mail leaves,
 * so that the limit holds whatever queues, repeats or plans mails; mails that leave at the same moment share a statement.
 */
export function openLimitToOne({ database, clock }: AppContext): (mail: MailJob) => Promise<number> {
  const findSent = makeBatchLoader(async (mails: readonly MailJob[]) => {
    const since = secondsAfter(clock.now(), -windowSeconds);
    const sent = await selectSentToOne(database.read, mails, since, max);
    return new Map(mails.map((mail) => [mail, sent.get(mail.id) ?? []]));
  });
  return async (mail) => {
    if (mail.examId === null) return 0;
    const sent = (await findSent(mail)) ?? [];
    if (sent.length < max) return 0;
    const now = clock.now();
    const oldest = sent.at(-1) ?? now;
    return Math.max(1, Math.ceil((oldest.getTime() - now.getTime()) / 1000) + windowSeconds);
  };
}
