import type { UnsentReason } from '@guichet/contract/exams/reminders';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { type JobHandler, type JobResult, openQueue, type Queue } from '../../core/queue/queue.service.ts';
import { checkRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { machineGrantOn } from '../../identity/access/access.service.ts';
import { lockSystem } from '../../systems/system/systems.service.ts';
import { getExam, isExamOver } from '../cohorts/cohorts.service.ts';
import { findInvitationTexts, type InvitationTexts } from '../invitations/invitations.service.ts';
import * as queries from './reminders.queries.ts';
import { enqueueReminder, findCandidatesToRemind } from './reminding.ts';

/** Starts the worker that sends reminders at their hour, or, if no server ran then, as soon as one runs. */
export function startReminders(context: AppContext): Queue {
  const queue = openQueue(context, [reminderHandler(context)]);
  queue.start();
  return queue;
}

export function reminderHandler(context: AppContext): JobHandler<queries.ReminderJob> {
  return {
    table: queries.reminderJobs,
    slots: 1,
    claimAtOnce: 1,
    async handle([reminder]) {
      // Counts as sent now by the person who planned it; a reminder by an operator counts for nobody.
      const { madeBy } = reminder;
      const limit = madeBy ? await checkRateLimit(context, 'ownMail', madeBy) : null;
      if (limit && !limit.allowed)
        return { results: [{ kind: 'postponed', afterSeconds: limit.retryAfter, reason: 'manyOwnMails' }] };
      const result = await sendPlanned(context, reminder);
      context.notifier.notify('outbox');
      return { results: [result] };
    },
  };
}

/**
 * Queues the mails of a reminder and notes the reminder as sent in the same transaction, so that another
 * worker that takes over sends nothing again. The people are all who have yet to sign in at this moment.
 */
async function sendPlanned(
  context: AppContext,
  { id, systemId, cohortId }: queries.ReminderJob,
): Promise<JobResult> {
  const of = { systemId, cohortId };
  const facts = await getExam(context.database.read, systemId, cohortId);
  const texts = await findInvitationTexts(context, systemId, facts, { kind: 'reminder' });
  const now = context.clock.now();
  return write<JobResult>(context, machineGrantOn('reminders', systemId), async (tx) => {
    await lockSystem(tx, systemId);
    const reminder = await queries.lockReminder(tx, of, id);
    if (reminder?.sentAt) return unchanged({ kind: 'done' });
    // The reminder was stopped, or moved with its exam, after it was leased.
    if (!reminder || reminder.state === 'stopped' || reminder.dueAt > now)
      return unchanged({ kind: 'released' });
    const exam = await queries.lockExam(tx, of);
    const unsentBecause = reasonAgainst(context, exam, texts);
    const { people } = unsentBecause ? { people: [] } : await findCandidatesToRemind(tx, of, now);
    const mails = await enqueueReminder(context, tx, { ...of, reminderId: id }, texts, people);
    await queries.markSent(tx, id, { now, mails, unsentBecause });
    const detail = { name: exam.title, plannedFor: reminder.dueAt.toISOString(), mails };
    const subject = `cohort:${cohortId}`;
    if (unsentBecause)
      return record(
        { kind: 'done' },
        { action: 'reminder.unsent', subject, detail: { ...detail, reason: unsentBecause } },
      );
    return record({ kind: 'done' }, { action: 'reminder.sent', subject, detail });
  });
}

function reasonAgainst(
  context: AppContext,
  exam: Awaited<ReturnType<typeof queries.lockExam>>,
  texts: InvitationTexts,
): UnsentReason | null {
  if (exam.cancelledAt) return 'examCancelled';
  if (isExamOver(context, exam)) return 'examOver';
  return texts.of.fr === null ? 'messageEmpty' : null;
}
