/** Owns reminders: whom they reach, when they are due, that each is sent once. Does not know their texts. */

import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { ErrorCode } from '@guichet/contract/core/errors';
import type {
  Reminder,
  readReminder as readEndpoint,
  UnsentReason,
} from '@guichet/contract/exams/notices.reminders';
import { findAuthor, record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { cancelMails, type NewMailing } from '../../../mail/outbox/outbox.service.ts';
import { lockSystem } from '../../../systems/system/systems.service.ts';
import { getExam, lockExam, type OfExam } from '../../facts/facts.service.ts';
import { findInvitationTexts, type InvitationTexts, showMail } from '../invitations/invitations.service.ts';
import { toMissed } from './missedReaders.ts';
import { insertReminder, type NewLetter, planReminderOrLetter as plan } from './planning.ts';
import * as queries from './reminders.queries.ts';
import { letterDetail, mailReminder } from './reminding.ts';
import { listed } from './timeLine.ts';

export { selectAudience, selectRecentMailings, selectRecentNotices } from './audience.queries.ts';
export { findMoves, moveReminders } from './moving.ts';
export { changePlanned, copyReminders, digestLetter, planAgain } from './planning.ts';
export { selectPlanned } from './reminders.queries.ts';
export { withExam } from './reminding.ts';
export { forecastMessage, getTimeLine } from './timeLine.ts';

/**
 * Reminds all candidates of an exam who have yet to sign in, or sends a letter; returns the number of mails.
 * Idempotent by `requestId`.
 * @throws AppError `exam.notFound`, `reminder.nobody`, `letter.nobody`, `reminder.examOver`, `message.empty`
 */
export async function sendReminderOrLetter(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  requestId: string,
  typed?: NewLetter,
): Promise<number> {
  const { systemId } = grant;
  const of = { systemId, examId };
  const exam = await getExam(context.database.read, of, { alsoCancelled: true });
  const letter = typed?.letter ?? null;
  const texts = await findInvitationTexts(context, systemId, exam, { kind: 'reminder', letter });
  await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const now = context.clock.now();
  return write(context, grant, async (tx) => {
    // If two administrators act at once, the second finds the mails of the first.
    await lockSystem(tx, systemId);
    await lockExam(tx, of, 'share');
    const earlier = await queries.findReminder(tx, of, { request_id: requestId });
    if (earlier) return unchanged(earlier.mails ?? 0);
    const own = typed?.resumes
      ? { ...typed, letter: await toMissed(tx, of, typed.letter, { id: typed.resumes.id, now }) }
      : typed;
    const row = { made_at: now, state: 'sent', next_try_at: now, request_id: requestId } as const;
    const reminder = await insertReminder(tx, grant, examId, row, own);
    if (!reminder) throw new AppError('reminder.nobody');
    const sent = await mailReminder(context, tx, of, reminder, { texts });
    if (sent.unsentBecause) throw new AppError(refusals[sent.unsentBecause]);
    if (sent.mails === 0) throw new AppError(letter ? 'letter.nobody' : 'reminder.nobody');
    return record(sent.mails, sent.line);
  });
}

/** @throws AppError as `sendReminderOrLetter` does, `reminder.notFound` */
export async function resumeLetter(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  reminderId: number,
  requestId: string,
): Promise<number> {
  const { systemId } = grant;
  const resumes = await getReminder(context.database.read, { systemId, examId }, reminderId);
  const { letter } = resumes;
  if (!letter) throw new AppError('letter.nobody');
  return sendReminderOrLetter(context, grant, examId, requestId, {
    requestId,
    letter,
    attachment: null,
    resumes,
  });
}

/** Plans a reminder or a letter, as `planning.ts` says. */
export async function planReminderOrLetter(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  at: queries.ReminderPlan,
  own?: NewLetter,
): Promise<Reminder> {
  const planned = await plan(context, grant, examId, at, own);
  return listed({ ...planned, leaving: 0, failed: 0, filed: 0 });
}

const refusals = {
  examCancelled: 'exam.notFound',
  examOver: 'reminder.examOver',
  messageEmpty: 'message.empty',
} as const satisfies Record<UnsentReason, ErrorCode>;

/** @throws AppError `reminder.notFound`, `reminder.alreadySent` */
export async function stopReminderOrLetter(
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
    const { letter, sentAt, dueAt } = reminder;
    const keyPrefix = queries.reminderKeyPrefix(reminderId);
    const why = { reason: 'cancelledByHand', by: findAuthor(grant).fullName } as const;
    const mails = sentAt && letter && (await cancelMails(tx, of, { why, alsoHeld: true, keyPrefix }));
    if (sentAt && !(mails && mails.mailsCancelled + mails.mailsUnderWay > 0))
      throw new AppError('reminder.alreadySent');
    await queries.updateReminder(tx, reminderId, queries.stopped);
    const { title: name } = await getExam(tx, of, { alsoCancelled: true });
    return record(true as const, {
      action: letter ? 'letter.stopped' : 'reminder.stopped',
      subject: `exam:${examId}`,
      detail: {
        name,
        ...(letter && letterDetail(letter)),
        ...(mails ?? { plannedFor: dueAt.toISOString() }),
      },
    });
  });
}

/** @throws AppError `exam.notFound`, `reminder.notFound` */
export async function readReminder(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  examId: number,
  reminderId: number,
): Promise<ReplyOf<typeof readEndpoint>> {
  const db = context.database.read;
  const of = { systemId, examId };
  const { letter } = await getReminder(db, of, reminderId);
  const exam = await getExam(db, of, { alsoCancelled: true });
  const texts = await findInvitationTexts(context, systemId, exam, { kind: 'reminder', letter });
  return showMails(context, texts, identity.email);
}

/** @throws AppError `reminder.notFound` */
export async function getReminder(db: ReadDb, of: OfExam, reminderId: number): Promise<queries.HeldReminder> {
  const reminder = await queries.findReminder(db, of, { id: reminderId });
  if (!reminder) throw new AppError('reminder.notFound');
  return reminder;
}

/** The mails for readers of each language as previews, to this address; null without a text. */
export async function showMails(
  context: AppContext,
  { of, asOf: { examId } }: InvitationTexts,
  email: string,
): Promise<ReplyOf<typeof readEndpoint>> {
  const show = async (mailing: NewMailing | null) =>
    mailing && { ...(await showMail(context, mailing, email)), fileName: null, isUsable: true, examId };
  return { fr: await show(of.fr), en: await show(of.en) };
}
