import {
  type UnsentReason,
  type WithdrawReason,
  withdrawReasons,
} from '@guichet/contract/exams/notices.reminders';
import { type Insertable, sql } from 'kysely';
import { notifyAfterCommit } from '../../../core/audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { Schema } from '../../../core/database/schema/schema.ts';
import { defineJobs } from '../../../core/queue/queue.service.ts';
import { activeCandidates } from '../../enrolments/enrolments.service.ts';
import type { OfExam } from '../../facts/facts.service.ts';

/** Days before the exam, and the hour in the university's zone. */
export interface ReminderPlan {
  readonly daysBefore: number;
  readonly hour: number;
}

export interface ReminderJob extends OfExam {
  readonly id: number;
  /** The user who planned the reminder; null for an operator. */
  readonly madeBy: number | null;
}

/** Planned reminders as jobs. They go to the outbox alone: only the database or the program can fail. */
export const reminderJobs = defineJobs<ReminderJob>({
  name: 'reminders',
  key: { id: 'bigint' },
  fields: { id: 'j.id', systemId: 'j.system_id', examId: 'j.exam_id', madeBy: 'j.made_by' },
  states: { queued: 'queued', running: 'sending', done: 'sent' },
  destination: { name: 'outbox' },
  topic: 'reminders',
  backoff: { waits: [10, 60, 300], spread: 0.2, mostTries: 100 },
  isTimed: 'true',
});

/**
 * Active candidates of an exam who have not chosen a password or have never signed in, by name; with whether
 * this system queued them a reminder since `since`, and whether a mail about this exam has yet to leave.
 */
export function selectCandidatesToRemind(db: ReadDb, of: OfExam, since: Date) {
  return activeCandidates(db, of)
    .select([
      sql<boolean>`exists (
        select from outgoing_mails m join mailings g on g.id = m.mailing_id
        where m.user_id = u.id and m.system_id = ${of.systemId}::integer and g.purpose = 'reminder'
          and m.state not in ('cancelled', 'failed') and m.queued_at > ${since}::timestamptz)`.as(
        'wasReminded',
      ),
      sql<boolean>`exists (
        select from outgoing_mails m
        where m.exam_id = e.exam_id and m.user_id = u.id and m.state in ('queued', 'sending', 'waiting'))`.as(
        'isMailUnderWay',
      ),
    ])
    .where('u.locked_at', 'is', null)
    .where((user) =>
      user.or([
        user('u.last_visit_at', 'is', null),
        user('u.password_hash', 'is', null),
        user('u.must_choose_password_since', 'is not', null),
      ]),
    )
    .execute();
}

const columns = [
  'id',
  'days_before as daysBefore',
  'hour',
  'state',
  'next_try_at as dueAt',
  'sent_at as sentAt',
  'mails',
  'unsent_because as unsentBecause',
  'last_error as lastError',
  'made_by_name as madeBy',
] as const;

export type ReminderRow = Awaited<ReturnType<typeof selectReminders>>[number];

export function selectReminders(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('reminders')
    .select(columns)
    .where('system_id', '=', systemId)
    .where('exam_id', '=', examId)
    .orderBy((row) => row.fn.coalesce('sent_at', 'next_try_at'))
    .orderBy('id')
    .execute();
}

export function selectReminderOfRequest(db: ReadDb, { systemId, examId }: OfExam, requestId: string) {
  return db
    .selectFrom('reminders')
    .select(columns)
    .where('system_id', '=', systemId)
    .where('exam_id', '=', examId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** Locks a reminder until the transaction ends. */
export function lockReminder(tx: WriteTx, { systemId, examId }: OfExam, reminderId: number) {
  return tx
    .selectFrom('reminders')
    .select(columns)
    .where('system_id', '=', systemId)
    .where('exam_id', '=', examId)
    .where('id', '=', reminderId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns undefined when a reminder for that hour exists. */
export function insertReminder(tx: WriteTx, reminder: Insertable<Schema['reminders']>) {
  notifyAfterCommit(tx, reminderJobs.topic);
  return tx
    .insertInto('reminders')
    .values(reminder)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** Stores that a reminder was sent, or why not; either way, it is never sent again. */
export async function markSent(
  tx: WriteTx,
  reminderId: number,
  sent: { readonly now: Date; readonly mails: number; readonly unsentBecause: UnsentReason | null },
): Promise<void> {
  await tx
    .updateTable('reminders')
    .set({ sent_at: sent.now, mails: sent.mails, unsent_because: sent.unsentBecause })
    .where('id', '=', reminderId)
    .execute();
}

export async function markStopped(tx: WriteTx, reminderId: number): Promise<void> {
  await tx
    .updateTable('reminders')
    .set({ state: 'stopped', leased_by: null, leased_until: null })
    .where('id', '=', reminderId)
    .execute();
}

export interface MovableReminder extends ReminderPlan {
  readonly id: number;
  readonly state: 'planned' | 'withdrawn';
}

/** The planned reminders of an exam still to come, and reminders that a change of the exam withdrew. */
export function selectMovable(db: ReadDb, of: OfExam): Promise<MovableReminder[]> {
  return movable(db, of).execute();
}

/** The same reminders, locked until the transaction ends. */
export function lockMovable(tx: WriteTx, of: OfExam): Promise<MovableReminder[]> {
  return movable(tx, of).forUpdate().execute();
}

function movable(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('reminders')
    .select((row) => [
      'id',
      'hour',
      'days_before as daysBefore',
      row
        .case()
        .when('state', '=', 'stopped')
        .then(sql.lit('withdrawn' as const))
        .else(sql.lit('planned' as const))
        .end()
        .as('state'),
    ])
    .where('system_id', '=', systemId)
    .where('exam_id', '=', examId)
    .where('sent_at', 'is', null)
    .where((row) =>
      row.or([
        row('state', 'in', ['queued', 'sending', 'waiting']),
        row('state', '=', 'stopped').and('last_error', 'in', withdrawReasons),
      ]),
    )
    .$narrowType<{ hour: number; daysBefore: number }>()
    .orderBy('id');
}

export async function updateDue(tx: WriteTx, reminderId: number, dueAt: Date): Promise<void> {
  notifyAfterCommit(tx, reminderJobs.topic);
  await tx.updateTable('reminders').set({ next_try_at: dueAt }).where('id', '=', reminderId).execute();
}

/** Stores that a change of the exam withdraws a reminder, and why. */
export async function withdraw(
  tx: WriteTx,
  reminderId: number,
  dueAt: Date,
  because: WithdrawReason,
): Promise<void> {
  await tx
    .updateTable('reminders')
    .set({ state: 'stopped', last_error: because, next_try_at: dueAt, leased_by: null, leased_until: null })
    .where('id', '=', reminderId)
    .execute();
}

/** Plans a withdrawn reminder anew. */
export async function planAgain(tx: WriteTx, reminderId: number, dueAt: Date): Promise<void> {
  notifyAfterCommit(tx, reminderJobs.topic);
  await tx
    .updateTable('reminders')
    .set({ state: 'queued', last_error: null, attempts: 0, next_try_at: dueAt })
    .where('id', '=', reminderId)
    .execute();
}
