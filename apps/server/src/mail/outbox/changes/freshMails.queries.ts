import type { Language } from '@guichet/contract/core/language';
import { sql } from 'kysely';
import { notifyAfterCommit } from '../../../core/audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { cancelled } from '../causes/cancelledMail.queries.ts';
import type { SharedVariables } from '../render/mail.ts';
import type { MailingSource } from '../render/snapshotMailing.ts';
import { mailJobs } from '../sending/mailJobs.queries.ts';

interface OfExam {
  readonly systemId: number;
  readonly examId: number;
}

export interface SourceOfMailing {
  readonly id: number;
  readonly systemId: number;
  readonly examId: number;
  readonly purpose: string;
  readonly language: Language;
  readonly source: MailingSource;
  readonly attachmentId: number | null;
  readonly variables: SharedVariables;
  /** When the first of the selected mails is planned to leave; null: at once. */
  readonly plannedFor: Date | null;
}

/** Unsent, or cancelled by a removal from the exam that can be undone: the undo queues the mail again. */
const hasNotLeft = sql<boolean>`(o.state in ('queued', 'waiting') or o.state = 'cancelled' and o.sent_at is null and exists (
  select from removals r where r.system_id = o.system_id and r.exam_id = o.exam_id and r.user_id = o.user_id))`;

/** The texts of an exam's unsent mails, or of the mails with these ids in any state. */
export async function selectSources(
  db: ReadDb,
  of: OfExam | { readonly mailIds: readonly number[] },
): Promise<SourceOfMailing[]> {
  const isMeant =
    'mailIds' in of
      ? sql<boolean>`o.id = any(${of.mailIds}::bigint[])`
      : sql<boolean>`o.system_id = ${of.systemId}::integer and o.exam_id = ${of.examId}::bigint and ${hasNotLeft}`;
  const { rows } = await sql<SourceOfMailing>`
    select m.id, o.system_id as "systemId", o.exam_id as "examId", m.purpose, m.language, m.source,
           m.attachment_id as "attachmentId", m.variables, min(o.planned_for) as "plannedFor"
    from outgoing_mails o join mailings m on m.id = o.mailing_id
    where ${isMeant} and m.source is not null and o.system_id is not null and o.exam_id is not null
    group by m.id, o.system_id, o.exam_id order by m.id`.execute(db);
  return rows;
}

/** Replaces mailing `from` by `to` in an exam's unsent mails; returns the ids of their recipients. */
export async function replaceMailing(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    update outgoing_mails o set mailing_id = ${to}::bigint
    where o.system_id = ${systemId}::integer and o.exam_id = ${examId}::bigint
      and o.mailing_id = ${from}::bigint and ${hasNotLeft} and o.user_id is not null
    returning o.user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Replaces mailing `from` by `to` in these mails. */
export async function moveMails(
  tx: WriteTx,
  mailIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await tx
    .updateTable('outgoing_mails')
    .set({ mailing_id: to })
    .where(sql<boolean>`id = any(${mailIds}::bigint[])`)
    .where('mailing_id', '=', from)
    .execute();
}

/** An exam's mails that are planned for the moment `at`, or for `from` and later. */
type PlannedMails = OfExam & ({ readonly at: Date } | { readonly from: Date });

function isPlanned({ systemId, examId, ...when }: PlannedMails) {
  const isThen =
    'at' in when ? sql`planned_for = ${when.at}::timestamptz` : sql`planned_for >= ${when.from}::timestamptz`;
  return sql<boolean>`system_id = ${systemId}::integer and exam_id = ${examId}::bigint and state = 'queued' and ${isThen}`;
}

export async function countPlanned(db: ReadDb, of: PlannedMails): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from outgoing_mails where ${isPlanned(of)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Cancels planned mails, by a person or because of `examOver`; returns how many. */
export async function cancelPlanned(
  tx: WriteTx,
  of: PlannedMails,
  why: { readonly by: string } | 'examOver',
) {
  const change =
    why === 'examOver'
      ? { state: 'cancelled' as const, last_error: why }
      : cancelled({ reason: 'cancelledByHand', ...why });
  const { numUpdatedRows } = await plannedMails(tx, of).set(change).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes planned mails due now; returns how many. */
export async function releasePlanned(tx: WriteTx, of: PlannedMails, now: Date): Promise<number> {
  const { numUpdatedRows } = await plannedMails(tx, of).set(dueNow(tx, now)).executeTakeFirst();
  return Number(numUpdatedRows);
}

function plannedMails(tx: WriteTx, of: PlannedMails) {
  return tx.updateTable('outgoing_mails').where(isPlanned(of));
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

/** `queued_at` too: the header of a mail says when the mail was ready to be sent. */
function dueNow(tx: WriteTx, now: Date) {
  notifyAfterCommit(tx, mailJobs.topic);
  return { planned_for: null, next_try_at: now, queued_at: now };
}
