import { createHash } from 'node:crypto';
import type { Letter } from '@guichet/contract/exams/letters';
import { type AuditLine, findAuthor, record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant, WriteTx } from '../../../core/context/appContext.ts';
import { AppError, invalidField } from '../../../core/runtime/errors.ts';
import { insertAttachment, type NewAttachment } from '../../../mail/messages/messages.service.ts';
import { lockSystem } from '../../../systems/system/systems.service.ts';
import { type Ending, isExamOver, lockExam } from '../../facts/facts.service.ts';
import { findMissed, type Missed } from './missedReaders.ts';
import { computeDueAt } from './moving.ts';
import * as queries from './reminders.queries.ts';
import { letterDetail } from './reminding.ts';

/** A letter to be sent or planned, with texts, people and attachment; the same `requestId` makes no second one. */
export interface NewLetter {
  readonly requestId: string;
  readonly letter: Letter;
  readonly attachment: NewAttachment | null;
  /** The letter whose missed people this one is for, with the same attachment. */
  readonly resumes?: Pick<queries.HeldReminder, 'id' | 'attachmentId'>;
}

/**
 * Plans a reminder for an hour some days before the exam, in the university's zone, or a letter, also for a day
 * after it.
 * @throws AppError `exam.notFound`, `reminder.alreadyPlanned`, `request.invalid` for an hour that is over,
 * or at which the exam has ended
 */
export async function planReminderOrLetter(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  plan: queries.ReminderPlan,
  own?: NewLetter,
): Promise<queries.HeldReminder> {
  const of = { systemId: grant.systemId, examId };
  return write(context, grant, async (tx) => {
    // The second of two requests with one id finds the letter of the first.
    if (own) await lockSystem(tx, grant.systemId);
    const exam = await lockExam(tx, of, 'share');
    const earlier = own && (await queries.findReminder(tx, of, { request_id: own.requestId }));
    if (earlier) return unchanged(earlier);
    const dueAt = getDueAt(context, exam, plan);
    const planned = await insertPlanned(tx, grant, examId, { ...plan, dueAt, now: context.clock.now() }, own);
    if (!planned) throw new AppError('reminder.alreadyPlanned');
    return record(planned, plannedLine(examId, exam.title, dueAt, own));
  });
}

/** @throws AppError `request.invalid` for an hour that is none, is over, or at which the exam has ended */
function getDueAt(context: AppContext, exam: Ending, plan: queries.ReminderPlan): Date {
  if (plan.hour > 23) throw invalidField('hour', 'hour');
  const dueAt = computeDueAt(context, exam.examDate, plan);
  if (dueAt <= context.clock.now()) throw invalidField('hour', 'hourInPast');
  if (plan.daysBefore >= 0 && isExamOver(context, exam, dueAt)) throw invalidField('hour', 'hourAfterExam');
  return dueAt;
}

interface ChangedLetter extends Pick<NewLetter, 'letter' | 'attachment'> {
  readonly version: string;
  /** Whether the former document stays where there is no new one. */
  readonly keepsFile: boolean;
}

/** Another text after each change of a planned letter. */
export function digestLetter({ letter, attachmentId, daysBefore, hour }: queries.HeldReminder): string {
  return createHash('sha256')
    .update(JSON.stringify([letter, attachmentId, daysBefore, hour]))
    .digest('base64url');
}

/**
 * Changes a planned letter.
 * @throws AppError `exam.notFound`, `reminder.notFound`, `reminder.alreadySent` once it leaves or was stopped,
 * `letter.changedMeanwhile` where somebody else has changed it, `request.invalid` as `planReminderOrLetter` does
 */
export async function changePlanned(
  context: AppContext,
  grant: SystemGrant,
  of: { readonly examId: number; readonly reminderId: number },
  plan: queries.ReminderPlan,
  { letter, attachment, version, keepsFile }: ChangedLetter,
): Promise<true> {
  const { examId, reminderId } = of;
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    const exam = await lockExam(tx, { systemId, examId }, 'share');
    const reminder = await queries.lockReminder(tx, { systemId, examId }, reminderId);
    if (!reminder?.letter) throw new AppError('reminder.notFound');
    if (reminder.state !== 'queued') throw new AppError('reminder.alreadySent');
    if (digestLetter(reminder) !== version) throw new AppError('letter.changedMeanwhile');
    const dueAt = getDueAt(context, exam, plan);
    const file = attachment && { ...attachment, system_id: systemId, uploaded_at: context.clock.now() };
    const attachmentId = file ? await insertAttachment(tx, file) : keepsFile ? reminder.attachmentId : null;
    const text = { letter: JSON.stringify(letter), attachment_id: attachmentId };
    await queries.updateReminder(tx, reminderId, { ...text, ...queries.planned({ ...plan, dueAt }) });
    const detail = { name: exam.title, ...letterDetail(letter), plannedFor: dueAt.toISOString() };
    return record(true as const, { action: 'letter.changed', subject: `exam:${examId}`, detail });
  });
}

/**
 * Whether a letter can be planned again: only before mails were queued, and while nobody has the same text from another
 * letter, so that no reader gets the text twice.
 */
export function isPlannable(
  { state, sentAt, letter }: Pick<queries.ReminderRow, 'state' | 'sentAt' | 'letter'>,
  missed: Missed | undefined,
): boolean {
  return letter !== null && state === 'stopped' && !sentAt && missed !== undefined && !missed.hasReaders;
}

/** The hour for which a plannable letter was planned; null once it is over, or where the exam ends before. */
export function findComingHour(
  context: AppContext,
  exam: Ending,
  { daysBefore, hour }: Pick<queries.HeldReminder, 'daysBefore' | 'hour'>,
): Date | null {
  if (daysBefore === null || hour === null) return null;
  const dueAt = computeDueAt(context, exam.examDate, { daysBefore, hour });
  const isLate = dueAt <= context.clock.now() || (daysBefore >= 0 && isExamOver(context, exam, dueAt));
  return isLate ? null : dueAt;
}

/**
 * Plans a stopped or withdrawn letter again, for the former hour or for `plan`; a letter that somebody has planned meanwhile
 * moves to `plan`.
 * @throws AppError `exam.notFound`, `reminder.notFound`, `reminder.alreadySent` where mails were queued or the former hour is
 * over, `request.invalid` as `planReminderOrLetter` does
 */
export async function planAgain(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  reminderId: number,
  plan?: queries.ReminderPlan,
): Promise<number> {
  const of = { systemId: grant.systemId, examId };
  return write(context, grant, async (tx) => {
    // The lock also waits for somebody who sends the letter meanwhile to those who did not get it.
    await lockSystem(tx, grant.systemId);
    const exam = await lockExam(tx, of, 'share');
    const reminder = await queries.lockReminder(tx, of, reminderId);
    if (!reminder?.letter) throw new AppError('reminder.notFound');
    const { daysBefore, hour } = plan ?? reminder;
    const isPlanned = reminder.state === 'queued';
    if (isPlanned && daysBefore === reminder.daysBefore && hour === reminder.hour) return unchanged(0);
    const missed = (await findMissed(tx, of, context.clock.now())).get(reminderId);
    const dueAt = plan ? getDueAt(context, exam, plan) : findComingHour(context, exam, reminder);
    if (!(isPlanned || isPlannable(reminder, missed)) || !dueAt || daysBefore === null || hour === null)
      throw new AppError('reminder.alreadySent');
    await queries.updateReminder(tx, reminderId, queries.planned({ daysBefore, hour, dueAt }));
    const own = { requestId: '', letter: reminder.letter, attachment: null };
    return record(0, plannedLine(examId, exam.title, dueAt, own));
  });
}

/**
 * Plans an exam's reminders, also sent ones, for its copy, in the transaction that makes the copy; leaves out
 * letters, stopped reminders, and hours that are past or after the exam. Returns the audit lines.
 */
export async function copyReminders(
  context: AppContext,
  tx: WriteTx,
  grant: SystemGrant,
  { from, to, title, ...exam }: { from: number; to: number; title: string } & Ending,
): Promise<AuditLine[]> {
  const { systemId } = grant;
  const now = context.clock.now();
  const lines: AuditLine[] = [];
  for (const reminder of await queries.selectReminders(tx, { systemId, examId: from }, now)) {
    const { daysBefore, hour } = reminder;
    const isStopped = reminder.state === 'stopped' && !queries.withdrawnBecause(reminder);
    if (daysBefore === null || hour === null || reminder.letter || isStopped) continue;
    const plan = { daysBefore, hour };
    const dueAt = computeDueAt(context, exam.examDate, plan);
    if (dueAt <= now || isExamOver(context, exam, dueAt)) continue;
    // The source may have two reminders for one hour, such as a sent and a newly planned one.
    if (await insertPlanned(tx, grant, to, { ...plan, dueAt, now }))
      lines.push(plannedLine(to, title, dueAt));
  }
  return lines;
}

function insertPlanned(
  tx: WriteTx,
  grant: SystemGrant,
  examId: number,
  { now, ...plan }: queries.ReminderPlan & { readonly dueAt: Date; readonly now: Date },
  own?: NewLetter,
) {
  return insertReminder(tx, grant, examId, { ...queries.planned(plan), made_at: now }, own);
}

/** Inserts a reminder or a letter of this grant's holder; undefined where one is planned for that hour. */
export async function insertReminder(
  tx: WriteTx,
  grant: SystemGrant,
  examId: number,
  row: Pick<queries.NewReminder, 'made_at' | 'state' | 'next_try_at' | 'days_before' | 'hour' | 'request_id'>,
  own?: NewLetter,
) {
  const { systemId: system_id } = grant;
  const { userId, fullName } = findAuthor(grant);
  const file = own?.attachment && { ...own.attachment, system_id, uploaded_at: row.made_at };
  return queries.insertReminder(tx, {
    ...row,
    system_id,
    exam_id: examId,
    made_by: userId,
    made_by_name: fullName,
    ...(own && { request_id: own.requestId, letter: JSON.stringify(own.letter) }),
    attachment_id: file ? await insertAttachment(tx, file) : (own?.resumes?.attachmentId ?? null),
  });
}

function plannedLine(examId: number, name: string, dueAt: Date, own?: NewLetter): AuditLine {
  const detail = { name, ...(own && letterDetail(own.letter)), plannedFor: dueAt.toISOString() };
  return { action: own ? 'letter.planned' : 'reminder.planned', subject: `exam:${examId}`, detail };
}
