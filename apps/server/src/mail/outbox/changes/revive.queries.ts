import { sql } from 'kysely';
import { notifyAfterCommit } from '../../../core/audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { mailJobs } from '../sending/mailJobs.queries.ts';

/**
 * SQL: whether the cancelled mail `o` may go after all: somebody cancelled it by hand, its exam is to come, the person is
 * in it under the same address, and has no later mail of its kind.
 */
const isRevivable = (today: string) => sql<boolean>`o.state = 'cancelled' and o.sent_at is null
  and split_part(coalesce(o.last_error, 'cancelledByHand'), ':', 1) = 'cancelledByHand'
  and exists (select from exams x where x.id = o.exam_id and x.deactivated_at is null and x.exam_date >= ${today}::date)
  and exists (select from enrolments e where e.exam_id = o.exam_id and e.user_id = o.user_id)
  and exists (select from users u where u.id = o.user_id and u.email = o.recipient and u.deactivated_at is null)
  and not exists (
    select from outgoing_mails later join mailings l on l.id = later.mailing_id join mailings m on m.id = o.mailing_id
    where later.exam_id = o.exam_id and later.user_id = o.user_id and later.id > o.id and later.state <> 'cancelled'
      and (later.mailing_id = o.mailing_id or l.purpose = m.purpose and l.purpose <> 'letter'))`;

/** The cancelled mails among these that may go after all. */
export async function selectRevivable(
  db: ReadDb,
  mailIds: readonly number[],
  today: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from outgoing_mails o
    where o.id = any(${mailIds}::bigint[]) and ${isRevivable(today)}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Queues the revivable mails among these, due now; returns their ids. */
export async function reviveMails(
  tx: WriteTx,
  mailIds: readonly number[],
  { today, now }: { readonly today: string; readonly now: Date },
): Promise<number[]> {
  notifyAfterCommit(tx, mailJobs.topic);
  const { rows } = await sql<{ id: number }>`
    update outgoing_mails o
    set state = 'queued', attempts = 0, last_error = null, planned_for = null, queued_at = ${now}::timestamptz,
        next_try_at = ${now}::timestamptz
    where o.id = any(${mailIds}::bigint[]) and ${isRevivable(today)}
    returning o.id`.execute(tx);
  return rows.map(({ id }) => Number(id));
}
