import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { type JobHandler, type JobResult, openQueue, type Queue } from '../../../core/queue/queue.service.ts';
import { checkRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { machineGrantOn } from '../../../identity/access/access.service.ts';
import { lockSystem } from '../../../systems/system/systems.service.ts';
import { getExam } from '../../facts/facts.service.ts';
import { findInvitationTexts } from '../invitations/invitations.service.ts';
import * as queries from './reminders.queries.ts';
import { mailReminder } from './reminding.ts';

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
      return { results: [await sendPlanned(context, reminder)] };
    },
  };
}

/** Sends a reminder at its hour, unless another worker has sent it, or somebody has stopped or moved it. */
async function sendPlanned(context: AppContext, { id, systemId, examId }: queries.ReminderJob) {
  const of = { systemId, examId };
  const db = context.database.read;
  const facts = await getExam(db, of, { alsoCancelled: true });
  const letter = (await queries.findReminder(db, of, { id }))?.letter ?? null;
  const texts = await findInvitationTexts(context, systemId, facts, { kind: 'reminder', letter });
  const now = context.clock.now();
  return write<JobResult>(context, machineGrantOn('reminders', systemId), async (tx) => {
    await lockSystem(tx, systemId);
    const reminder = await queries.lockReminder(tx, of, id);
    if (reminder?.sentAt) return unchanged({ kind: 'done' });
    // The reminder was stopped, or moved with its exam, after it was leased.
    if (!reminder || reminder.state === 'stopped' || reminder.dueAt > now)
      return unchanged({ kind: 'released' });
    const plannedFor = reminder.dueAt.toISOString();
    const { line } = await mailReminder(context, tx, of, reminder, { texts, plannedFor });
    return record({ kind: 'done' }, line);
  });
}
