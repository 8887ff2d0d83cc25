import { sql } from 'kysely';
import { notifyAfterCommit } from '../../../core/audit/audit.service.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { cancelled } from '../causes/cancelled.queries.ts';
import { mailJobs } from '../sending/mailJobs.queries.ts';

interface PlannedMails {
  readonly systemId: number;
  readonly examId: number;
  readonly at: Date;
}

/** Cancels an exam's mails that are planned for the moment `at`, by this person; returns how many. */
export async function cancelPlanned(tx: WriteTx, of: PlannedMails, by: string): Promise<number> {
  const { numUpdatedRows } = await plannedMails(tx, of)
    .set(cancelled({ reason: 'cancelledByHand', by }))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes an exam's mails that are planned for the moment `at` due now; returns how many. */
export async function releasePlanned(tx: WriteTx, of: PlannedMails, now: Date): Promise<number> {
  const { numUpdatedRows } = await plannedMails(tx, of).set(dueNow(tx, now)).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes the planned mails among `mailIds` due now. */
export async function releasePlannedMails(tx: WriteTx, mailIds: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable('outgoing_mails')
    .set(dueNow(tx, now))
    .where(sql<boolean>`id = any(${mailIds}::bigint[])`)
    .where('planned_for', 'is not', null)
    .execute();
}

function plannedMails(tx: WriteTx, { systemId, examId, at }: PlannedMails) {
  return tx
    .updateTable('outgoing_mails')
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId, planned_for: at, state: 'queued' }));
}

/** `queued_at` too: the header of a mail says when the mail was ready to be sent. */
function dueNow(tx: WriteTx, now: Date) {
  notifyAfterCommit(tx, mailJobs.topic);
  return { planned_for: null, next_try_at: now, queued_at: now };
}
