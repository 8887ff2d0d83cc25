import type { ErrorCode } from '@guichet/contract/core/errors';
import { listPurposes } from '@guichet/contract/mail/outbox.purposes';
import { sql } from 'kysely';
import { notifyAfterCommit } from '../../../core/audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';
import { stateAgain } from '../causes/cancelledMail.queries.ts';
import { mailJobs } from '../sending/mailJobs.queries.ts';
import { isOpenAccountMail } from './accountMails.queries.ts';

const isComing = (today: string) =>
  sql<boolean>`exists (select from exams x where x.id = o.exam_id and ${endsFrom('x', today)})`;

const isOfCandidate = sql<boolean>`exists (select from enrolments e where e.exam_id = o.exam_id and e.user_id = o.user_id)`;

const hasLaterOfKind = sql<boolean>`exists (
    select from outgoing_mails later join mailings l on l.id = later.mailing_id join mailings m on m.id = o.mailing_id
    where later.exam_id = o.exam_id and later.user_id = o.user_id and later.id > o.id and later.state <> 'cancelled'
      and (later.mailing_id = o.mailing_id or l.purpose = m.purpose and l.purpose <> 'letter'))`;

const isOfActiveExam = sql<boolean>`exists (select from exams x where x.id = o.exam_id and x.deactivated_at is null)`;

/** SQL: whether the mail `o` is about an exam to come, whose candidate its person is, and has no later mail of its kind. */
const isOfComingExam = (today: string) =>
  sql<boolean>`${isOfActiveExam} and ${isComing(today)} and ${isOfCandidate} and not ${hasLaterOfKind}`;

/**
 * SQL: why the mail `o` with the text `m` may not be sent again on account of its exam; null where it may. A letter may be
 * meant for after the exam.
 */
export const whyOutdated = (today: string) => sql<ErrorCode | null>`case
  when o.exam_id is null or m.purpose = any(${listPurposes('tellsEnd')}::text[]) then null
  when not ${isOfActiveExam} then 'exam.cancelled'
  when m.purpose <> 'letter' and not ${isComing(today)} then 'exam.over'
  when not ${isOfCandidate} then 'mail.notOfCandidate'
  when ${hasLaterOfKind} then 'mail.notRetryable' end`;

/**
 * SQL: whether the mail `o` was only filed and is of use still: about an exam to come; of a new account without a
 * password; or a recent mail without a link that works once. Its person has the same address.
 */
export const isFiledOnly = (today: string) => sql<boolean>`o.state = 'sent' and o.delivery = 'filed'
  and exists (
    select from users u join mailings m on m.id = o.mailing_id
    where u.id = o.user_id and u.email = o.recipient and u.deactivated_at is null and (
      o.exam_id is not null or ${isOpenAccountMail}
      or m.purpose <> 'newAccount' and not o.variables ? 'secretLink' and o.queued_at > ${today}::date - 30))
  and (o.exam_id is null or ${isOfComingExam(today)})`;

/**
 * SQL: whether the mail `o` may go after all: it was only filed, or somebody cancelled it by hand, and its person has the
 * same address.
 */
const isRevivable = (today: string) => sql<boolean>`(${isFiledOnly(today)}
  or o.state = 'cancelled' and o.sent_at is null
    and split_part(coalesce(o.last_error, 'cancelledByHand'), ':', 1) = 'cancelledByHand'
    and exists (select from users u where u.id = o.user_id and u.email = o.recipient and u.deactivated_at is null)
    and ${isOfComingExam(today)})`;

/** The cancelled and filed mails among these that may go after all. */
export async function selectRevivable(
  db: ReadDb,
  mailIds: readonly number[],
  { today, alsoFiled }: { readonly today: string; readonly alsoFiled: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from outgoing_mails o
    where o.id = any(${mailIds}::bigint[]) and ${isRevivable(today)}
      and (${alsoFiled}::boolean or o.state = 'cancelled')`.execute(db);
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
    set state = ${stateAgain(now)}, attempts = 0, last_error = null, planned_for = null, queued_at = ${now}::timestamptz,
        next_try_at = ${now}::timestamptz, sent_at = null, delivery = null
    where o.id = any(${mailIds}::bigint[]) and ${isRevivable(today)}
    returning o.id`.execute(tx);
  return rows.map(({ id }) => Number(id));
}

/** Why mails may not be sent again on account of their exams, by id of the mail; locks all exam rows (`for share`). */
export async function selectOutdated(
  tx: WriteTx,
  mailIds: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, ErrorCode>> {
  const isMeant = sql<boolean>`o.id = any(${mailIds}::bigint[])`;
  await sql`
    select from exams c where c.id in (select o.exam_id from outgoing_mails o where ${isMeant})
    order by c.id for share`.execute(tx);
  const { rows } = await sql<{ id: number; why: ErrorCode }>`
    select * from (
      select o.id, ${whyOutdated(today)} as why
      from outgoing_mails o join mailings m on m.id = o.mailing_id where ${isMeant}) mails
    where why is not null`.execute(tx);
  return new Map(rows.map(({ id, why }) => [Number(id), why]));
}
