/** Owns reminders: whom they reach, when they are due, that each is sent once. Does not know their texts. */

import type { ErrorCode } from '@guichet/contract/core/errors';
import { languages } from '@guichet/contract/core/language';
import type { MailForecast } from '@guichet/contract/exams/notices.invitations';
import type { Reminder, TimeLine, UnsentReason } from '@guichet/contract/exams/notices.reminders';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { lacksPasswordLink } from '@guichet/contract/mail/messages.gaps';
import { findAuthor, record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { joinNames, languageAsStated, selectGuests } from '../../../identity/users/users.service.ts';
import { getMessagesForMailing } from '../../../mail/messages/messages.service.ts';
import { cancelMails, listPlannedMails } from '../../../mail/outbox/outbox.service.ts';
import { lockSystem } from '../../../systems/system/systems.service.ts';
import { identifyReader } from '../../enrolments/enrolments.service.ts';
import { getExam, lockExam, type OfExam } from '../../facts/facts.service.ts';
import { countAmong, findInvitationTexts, forecastMail } from '../invitations/invitations.service.ts';
import { selectAudience } from './audience.queries.ts';
import { letterDetail, withExam } from './letterDetail.ts';
import {
  findComingHour,
  insertReminder,
  isPlannable,
  type NewLetter,
  planReminderOrLetter as plan,
} from './planning.ts';
import { getReminder } from './readReminder.ts';
import * as queries from './reminders.queries.ts';
import { findCandidatesToRemind, findMissed, type Missed, mailReminder, toMissed } from './reminding.ts';

export { selectAudience, selectRecentMailings, selectRecentNotices } from './audience.queries.ts';
export { withExam } from './letterDetail.ts';
export { findMoves, moveReminders } from './moving.ts';
export { changePlanned, copyReminders, digestLetter, planAgain } from './planning.ts';
export { getReminder, readReminder, showPreview } from './readReminder.ts';
export { selectPlanned } from './reminders.queries.ts';

/**
 * The forecast of the saved invitation or reminder of an exam. Readers of a reminder are known, those of an invitation
 * are yet to come.
 * @throws AppError `exam.notFound`
 */
export async function forecastMessage(
  context: AppContext,
  of: OfExam,
  kind: MessageKind,
): Promise<MailForecast> {
  const db = context.database.read;
  const exam = await getExam(db, of, { alsoCancelled: true });
  const texts = await findInvitationTexts(context, of.systemId, exam, { kind });
  if (kind === 'invitation') return forecastMail(context, exam, texts);
  const readers = await selectAudience(db, of, { audience: 'notSignedIn' });
  return forecastMail(context, exam, texts, countAmong(readers));
}

/** @throws AppError `exam.notFound` */
export async function getTimeLine(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  examId: number,
): Promise<TimeLine> {
  const db = context.database.read;
  const of = { systemId, examId };
  const now = context.clock.now();
  const exam = await getExam(db, of);
  const { endTime, endDate } = exam;
  const { people, ...others } = await findCandidatesToRemind(db, of, now);
  const told = people.map((person) => ({
    id: person.id,
    fullName: joinNames(person),
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
  const missed = await findMissed(db, of, now);
  const guests = await selectGuests(
    db,
    people.map(({ id }) => id),
    identifyReader(context, identity),
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
    reminders: (await queries.selectReminders(db, of, now))
      .map((row) => listed(row, missed.get(row.id), findComingHour(context, exam, row)))
      .map(({ letter, ...one }) => ({
        ...one,
        letter: letter && withExam(letter, exam, context.config.timeZone),
      })),
    plannedMails: await listPlannedMails(db, of),
  };
}

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
    const earlier = await queries.selectReminderOfRequest(tx, of, requestId);
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

/**
 * Sends a letter and its attachment to the people concerned who have no mail with this text. Idempotent by `requestId`.
 * @throws AppError as `sendReminderOrLetter` does, `reminder.notFound`
 */
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

/**
 * Stops a reminder or a letter that is planned; of a letter that is leaving, the mails that have not left.
 * @throws AppError `reminder.notFound`, `reminder.alreadySent`
 */
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
    await queries.markStopped(tx, reminderId);
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

function listed(row: queries.ReminderRow, missed?: Missed, comingHour: Date | null = null): Reminder {
  const { state, dueAt, sentAt, lastError, fileName, letter, ...reminder } = row;
  const canBePlanned = isPlannable(row, missed);
  const withdrawn = queries.withdrawnBecause({ state, lastError });
  const unsentBecause = reminder.unsentBecause ?? withdrawn;
  const ended = unsentBecause !== null || state === 'failed' ? 'unsent' : sentAt ? 'sent' : 'planned';
  return {
    ...reminder,
    letter: letter && {
      ...letter,
      fileName,
      missing: ended === 'planned' && state !== 'stopped' ? 0 : (missed?.userIds.length ?? 0),
      leftOut: missed?.leftOut ?? 0,
      isPlannable: canBePlanned,
      plannedAt: canBePlanned ? comingHour : null,
    },
    unsentBecause,
    at: sentAt ?? dueAt,
    state: state === 'stopped' && !withdrawn ? 'stopped' : ended,
  };
}
