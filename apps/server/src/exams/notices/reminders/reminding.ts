import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { Letter } from '@guichet/contract/exams/letters';
import { hoursBetweenReminders, type UnsentReason } from '@guichet/contract/exams/notices.reminders';
import type { AuditLine } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { linkToFirstPassword } from '../../../identity/account/account.service.ts';
import { fillText, mailPeople } from '../../../mail/outbox/outbox.service.ts';
import { type ExamRow, examWords, isExamOver, lockExam, type OfExam } from '../../facts/facts.service.ts';
import { type InvitationTexts, refreshIfChanged } from '../invitations/invitations.service.ts';
import * as audience from './audience.queries.ts';
import * as queries from './reminders.queries.ts';

/** The candidates who have yet to sign in: the people a reminder would reach now, and those left out. */
export async function findCandidatesToRemind(db: ReadDb, of: OfExam, now: Date) {
  const since = secondsAfter(now, -hoursBetweenReminders * 60 * 60);
  const candidates = await audience.selectCandidatesToRemind(db, of, since);
  const others = candidates.filter(({ wasReminded }) => !wasReminded);
  const people = others.filter(({ isMailUnderWay }) => !isMailUnderWay);
  return {
    people,
    tooSoon: candidates.length - others.length,
    mailUnderWay: others.length - people.length,
  };
}

/**
 * Queues the mails of a locked reminder or letter and notes it as sent in the same transaction, so that another
 * worker that takes over sends nothing again. The people are those whom it concerns at this moment. Returns the
 * number of mails, or why there are none, and the audit line.
 */
export async function mailReminder(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  reminder: Pick<queries.HeldReminder, 'id' | 'letter' | 'attachmentId' | 'daysBefore'>,
  { texts, plannedFor }: { readonly texts: InvitationTexts; readonly plannedFor?: string },
) {
  const now = context.clock.now();
  const { letter } = reminder;
  const exam = await lockExam(tx, of, 'share', { alsoCancelled: true });
  const unsentBecause = reasonAgainst(context, exam, texts, reminder);
  const people = unsentBecause ? [] : await selectReaders(tx, of, letter, now);
  const textOf = letter ? withAttachment(texts, reminder.attachmentId) : texts.of;
  const mails = await mailPeople(context, tx, people, {
    text: (language) => textOf[language],
    key: ({ id }) => `${queries.reminderKeyPrefix(reminder.id)}${id}`,
    link: (person) => linkToFirstPassword(person, of.examId, now),
    examId: of.examId,
  });
  await refreshIfChanged(context, tx, texts.asOf);
  await queries.updateReminder(tx, reminder.id, { sent_at: now, mails, unsent_because: unsentBecause });
  const detail = {
    name: exam.title,
    ...(letter && letterDetail(letter)),
    ...(plannedFor && { plannedFor }),
    mails,
  };
  const line: AuditLine = {
    action: `${letter ? 'letter' : 'reminder'}.${unsentBecause ? 'unsent' : 'sent'}`,
    subject: `exam:${of.examId}`,
    detail: { ...detail, ...(unsentBecause && { reason: unsentBecause }) },
  };
  return { mails, unsentBecause, line };
}

type Reader = Omit<Awaited<ReturnType<typeof audience.selectAudience>>[number], 'isAddressUnknown'>;

async function selectReaders(
  tx: WriteTx,
  of: OfExam,
  letter: Letter | null,
  now: Date,
): Promise<readonly Reader[]> {
  return letter
    ? audience.selectAudience(tx, of, letter)
    : (await findCandidatesToRemind(tx, of, now)).people;
}

/** The attachment of a letter goes with both languages. */
function withAttachment({ of: { fr, en } }: InvitationTexts, attachmentId: number | null) {
  return { fr: fr && { ...fr, attachmentId }, en: en && { ...en, attachmentId } };
}

function reasonAgainst(
  context: AppContext,
  exam: ExamRow,
  texts: InvitationTexts,
  { letter, daysBefore }: Pick<queries.HeldReminder, 'letter' | 'daysBefore'>,
): UnsentReason | null {
  if (exam.isCancelled) return 'examCancelled';
  // A letter may be sent by hand, or for a day after the exam.
  const isMeantForAfter = letter !== null && (daysBefore === null || daysBefore < 0);
  if (!isMeantForAfter && isExamOver(context, exam)) return 'examOver';
  return texts.of.fr === null ? 'messageEmpty' : null;
}

type Subjects = Pick<Letter, 'subjectFr' | 'subjectEn'>;

/** The details of a letter in the audit log: the French subject, or the English where that is the only one. */
export function letterDetail({ subjectFr, subjectEn }: Subjects) {
  return { mailSubject: subjectFr || subjectEn };
}

/** The letter with its subjects filled in with the facts of its exam, for lists. */
export function withExam<L extends Subjects>(letter: L, exam: ExamFacts, timeZone: string): L {
  return {
    ...letter,
    subjectFr: fillText(letter.subjectFr, examWords(exam, 'fr', timeZone)),
    subjectEn: fillText(letter.subjectEn, examWords(exam, 'en', timeZone)),
  };
}
