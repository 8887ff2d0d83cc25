import { sql } from 'kysely';
import type { WriteTx } from '../../../core/database/database.ts';

interface PlannedMails {
  readonly systemId: number;
  readonly cohortId: number;
  readonly at: Date;
}

/** Cancels a cohort's mails that are planned for the moment `at`; returns how many. */
export async function cancelPlanned(tx: WriteTx, of: PlannedMails): Promise<number> {
  const { numUpdatedRows } = await plannedMails(tx, of).set({ state: 'cancelled' }).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes a cohort's mails that are planned for the moment `at` due now; returns how many. */
export async function releasePlanned(tx: WriteTx, of: PlannedMails, now: Date): Promise<number> {
  const { numUpdatedRows } = await plannedMails(tx, of).set(dueNow(now)).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes the planned mails among `mailIds` due now. */
export async function releasePlannedMails(tx: WriteTx, mailIds: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable('outgoing_mails')
    .set(dueNow(now))
    .where(sql<boolean>`id = any(${mailIds}::bigint[])`)
    .where('planned_for', 'is not', null)
    .execute();
}

function plannedMails(tx: WriteTx, { systemId, cohortId, at }: PlannedMails) {
  return tx
    .updateTable('outgoing_mails')
    .where('system_id', '=', systemId)
    .where('cohort_id', '=', cohortId)
    .where('planned_for', '=', at)
    .where('state', '=', 'queued');
}

/** `queued_at` too: the header of a mail says when the mail was ready to be sent. */
function dueNow(now: Date) {
  return { planned_for: null, next_try_at: now, queued_at: now };
}
