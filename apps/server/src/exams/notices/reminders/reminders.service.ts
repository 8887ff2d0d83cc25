/**
 * Owns reminders about an exam: whom they reach, when they are due, and that each is sent once.
 * Does not know how messages are edited and how mails are sent.
 */
import type { ErrorCode } from '@guichet/contract/core/errors';
import { languages } from '@guichet/contract/core/language';
import {
  type Reminder,
  type TimeLine,
  type UnsentReason,
  withdrawReasons,
} from '@guichet/contract/exams/notices.reminders';
import { lacksPasswordLink } from '@guichet/contract/mail/messages.gaps';
import { type AuditLine, authorOf, record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import type { SystemGrant } from '../../../core/http/grant.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError, invalidField } from '../../../core/runtime/errors.ts';
import { fullNameOf, languageAsStated, selectGuests } from '../../../identity/users/users.service.ts';
import { getMessagesForMailing } from '../../../mail/messages/messages.service.ts';
import { listPlannedMails } from '../../../mail/outbox/outbox.service.ts';
import { lockSystem } from '../../../systems/system/systems.service.ts';
import { readerOf } from '../../enrolments/enrolments.service.ts';
import { type Ending, getExam, isExamOver, lockExam, type OfExam } from '../../facts/facts.service.ts';
import { findInvitationTexts } from '../invitations/invitations.service.ts';
import { dueAtOf } from './moving.ts';
import * as queries from './reminders.queries.ts';
import { findCandidatesToRemind, mailReminder } from './reminding.ts';

export { findMoves, moveReminders } from './moving.ts';

/** @throws AppError `exam.notFound` */
export async function getTimeLine(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  examId: number,
): Promise<TimeLine> {
  const db = context.database.read;
  const of = { systemId, examId };
  const { endTime, endDate } = await getExam(db, of);
  const { people, ...others } = await findCandidatesToRemind(db, of, context.clock.now());
  const told = people.map((person) => ({
    id: person.id,
    fullName: fullNameOf(person),
    email: person.email,
    language: person.language,
    cause:
      person.hasPassword && !person.mustChoosePasswordSince
        ? ('neverSignedIn' as const)
        : ('noPassword' as const),
  }));
  const texts = (await getMessagesForMailing(db, { systemId, kind: 'reminder', examId })).of;
  const lacking = told.map(({ cause, language }) => {
    const text = texts[language];
    return cause === 'noPassword' && text && lacksPasswordLink(text) && text.language;
  });
  const guests = await selectGuests(
    db,
    people.map(({ id }) => id),
    readerOf(context, identity),
  );
  return {
    endTime,
    endDate,
    people: told.map((person) => {
      const stated = guests.get(person.id);
      return stated ? { ...person, language: languageAsStated(stated), cause: null } : person;
    }),
    ...others,
    lacksLink: languages.filter((language) => lacking.includes(language)),
    reminders: (await queries.selectReminders(db, of)).map(listed),
    plannedMails: await listPlannedMails(db, of),
  };
}

/**
 * Reminds all candidates of an exam who have yet to sign in; returns the number of mails. Idempotent by
 * `requestId`.
 * @throws AppError `exam.notFound`, `reminder.nobody`, `reminder.examOver`, `message.empty`
 */
export async function sendReminder(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  requestId: string,
): Promise<number> {
  const { systemId } = grant;
  const of = { systemId, examId };
  const exam = await getExam(context.database.read, of, { alsoCancelled: true });
  const texts = await findInvitationTexts(context, systemId, exam, { kind: 'reminder' });
  await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const now = context.clock.now();
  return write(context, grant, async (tx) => {
    // If two administrators act at once, the second finds the mails of the first.
    await lockSystem(tx, systemId);
    await lockExam(tx, of, 'share');
    const earlier = await queries.selectReminderOfRequest(tx, of, requestId);
    if (earlier) return unchanged(earlier.mails ?? 0);
    const reminder = await queries.insertReminder(tx, {
      ...madeBy(grant, of, now),
      request_id: requestId,
      state: 'sent',
      next_try_at: now,
    });
    if (!reminder) throw new AppError('reminder.nobody');
    const sent = await mailReminder(context, tx, { ...of, reminderId: reminder.id }, { texts });
    if (sent.unsentBecause) throw new AppError(refusals[sent.unsentBecause]);
    if (sent.mails === 0) throw new AppError('reminder.nobody');
    return record(sent.mails, sent.line);
  });
}

const refusals = {
  examCancelled: 'exam.notFound',
  examOver: 'reminder.examOver',
  messageEmpty: 'message.empty',
} as const satisfies Record<UnsentReason, ErrorCode>;

/**
 * Plans a reminder for an hour some days before the exam, in the university's zone.
 * @throws AppError `exam.notFound`, `reminder.alreadyPlanned`, `request.invalid` for an hour that is over,
 * or at which the exam has ended
 */
export async function planReminder(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  plan: { readonly daysBefore: number; readonly hour: number },
): Promise<Reminder> {
  const { systemId } = grant;
  const of = { systemId, examId };
  const now = context.clock.now();
  const reminder = await write(context, grant, async (tx) => {
    const exam = await lockExam(tx, of, 'share');
    const dueAt = dueAtOf(context, exam.examDate, plan);
    if (dueAt <= now) throw invalidField('hour', 'hourInPast');
    if (isExamOver(context, exam, dueAt)) throw invalidField('hour', 'hourAfterExam');
    const planned = await insertPlanned(tx, grant, examId, { ...plan, dueAt, now });
    if (!planned) throw new AppError('reminder.alreadyPlanned');
    return record(planned, lineOf(examId, exam.title, dueAt));
  });
  return listed(reminder);
}

/** @throws AppError `reminder.notFound`, `reminder.alreadySent` */
export async function stopReminder(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  reminderId: number,
): Promise<true> {
  const of = { systemId: grant.systemId, examId };
  return write(context, grant, async (tx) => {
    // The lock waits for a worker that is sending the reminder.
    const reminder = await queries.lockReminder(tx, of, reminderId);
    if (!reminder) throw new AppError('reminder.notFound');
    if (reminder.state === 'stopped') return unchanged(true as const);
    if (reminder.sentAt) throw new AppError('reminder.alreadySent');
    await queries.markStopped(tx, reminderId);
    const { title } = await getExam(tx, of, { alsoCancelled: true });
    return record(true as const, {
      action: 'reminder.stopped',
      subject: `exam:${examId}`,
      detail: { name: title, plannedFor: reminder.dueAt.toISOString() },
    });
  });
}

/**
 * Plans an exam's reminders, also sent ones, for its copy, in the transaction that makes the copy; leaves out
 * stopped reminders, and hours that are past or after the exam. Returns the audit lines.
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
  for (const reminder of await queries.selectReminders(tx, { systemId, examId: from })) {
    const { daysBefore, hour } = reminder;
    const isStopped = reminder.state === 'stopped' && !withdrawnBecause(reminder);
    if (daysBefore === null || hour === null || isStopped) continue;
    const plan = { daysBefore, hour };
    const dueAt = dueAtOf(context, exam.examDate, plan);
    if (dueAt <= now || isExamOver(context, exam, dueAt)) continue;
    // The source may have two reminders for one hour, such as a sent and a newly planned one.
    if (await insertPlanned(tx, grant, to, { ...plan, dueAt, now })) lines.push(lineOf(to, title, dueAt));
  }
  return lines;
}

function insertPlanned(
  tx: WriteTx,
  grant: SystemGrant,
  examId: number,
  { daysBefore, hour, dueAt, now }: { daysBefore: number; hour: number; dueAt: Date; now: Date },
) {
  return queries.insertReminder(tx, {
    ...madeBy(grant, { systemId: grant.systemId, examId }, now),
    days_before: daysBefore,
    hour,
    state: 'queued',
    next_try_at: dueAt,
  });
}

function lineOf(examId: number, name: string, dueAt: Date): AuditLine {
  const detail = { name, plannedFor: dueAt.toISOString() };
  return { action: 'reminder.planned', subject: `exam:${examId}`, detail };
}

function madeBy(grant: SystemGrant, { systemId, examId }: OfExam, now: Date) {
  const { userId, fullName } = authorOf(grant);
  return {
    system_id: systemId,
    exam_id: examId,
    made_by: userId,
    made_by_name: fullName,
    made_at: now,
  };
}

function listed({ state, dueAt, sentAt, lastError, ...reminder }: queries.ReminderRow): Reminder {
  const withdrawn = withdrawnBecause({ state, lastError });
  const unsentBecause = reminder.unsentBecause ?? withdrawn;
  const ended = unsentBecause !== null || state === 'failed' ? 'unsent' : sentAt ? 'sent' : 'planned';
  return {
    ...reminder,
    unsentBecause,
    at: sentAt ?? dueAt,
    state: state === 'stopped' && !withdrawn ? 'stopped' : ended,
  };
}

/** Why a change of the exam keeps a reminder from being sent; null for any other reminder. */
function withdrawnBecause({ state, lastError }: Pick<queries.ReminderRow, 'state' | 'lastError'>) {
  return (state === 'stopped' && withdrawReasons.find((reason) => reason === lastError)) || null;
}
