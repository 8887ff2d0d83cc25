import type { AppContext } from '../../../core/context/appContext.ts';
import { rateLimits } from '../../../core/rateLimit/limits.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import type { MailJob } from './mailJobs.queries.ts';
import { selectSentToOne } from './mailsToOne.queries.ts';

const { max, windowSeconds } = rateLimits.mailsToOne;

/**
 * Seconds that a mail about an exam has to wait because its reader or its address has had the most mails that
 * the limit allows within an hour; 0 for none. Mails about an account never wait. Decided when a mail leaves,
 * so that the limit holds whatever queues, repeats or plans mails.
 */
export async function secondsToWait(
  { database, clock }: AppContext,
  { id: mailId, userId, recipient, examId }: MailJob,
): Promise<number> {
  if (examId === null) return 0;
  const now = clock.now();
  const sent = await selectSentToOne(
    database.read,
    { userId, recipient, mailId },
    secondsAfter(now, -windowSeconds),
    max,
  );
  if (sent.length < max) return 0;
  const oldest = sent.at(-1) ?? now;
  return Math.max(1, Math.ceil((oldest.getTime() - now.getTime()) / 1000) + windowSeconds);
}
