import { hoursBetweenReminders, type UnsentReason } from '@guichet/contract/exams/notices.reminders';
import type { AuditLine } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { linkToFirstPassword } from '../../../identity/account/account.service.ts';
import { mailPeople } from '../../../mail/outbox/outbox.service.ts';
import { type ExamRow, isExamOver, lockExam, type OfExam } from '../../facts/facts.service.ts';
import type { InvitationTexts } from '../invitations/invitations.service.ts';
import * as queries from './reminders.queries.ts';

/** The candidates who have yet to sign in: the people a reminder would reach now, and those left out. */
export async function findCandidatesToRemind(db: ReadDb, of: OfExam, now: Date) {
  const since = secondsAfter(now, -hoursBetweenReminders * 60 * 60);
  const candidates = await queries.selectCandidatesToRemind(db, of, since);
  const others = candidates.filter(({ wasReminded }) => !wasReminded);
  const people = others.filter(({ isMailUnderWay }) => !isMailUnderWay);
  return {
    people,
    tooSoon: candidates.length - others.length,
    mailUnderWay: others.length - people.length,
  };
}

/**
 * Queues the mails of a locked reminder and notes it as sent in the same transaction, so that another worker
 * that takes over sends nothing again. The people are all who have yet to sign in at this moment. Returns the
 * number of mails, or why there are none, and the audit line.
 */
export async function mailReminder(
  context: AppContext,
  tx: WriteTx,
  { reminderId, ...of }: OfExam & { readonly reminderId: number },
  { texts, plannedFor }: { readonly texts: InvitationTexts; readonly plannedFor?: string },
) {
  const now = context.clock.now();
  const exam = await lockExam(tx, of, 'share', { alsoCancelled: true });
  const unsentBecause = reasonAgainst(context, exam, texts);
  const { people } = unsentBecause ? { people: [] } : await findCandidatesToRemind(tx, of, now);
  const mails = await mailPeople(context, tx, people, {
    text: (language) => texts.of[language],
    key: ({ id }) => `reminder:${reminderId}:${id}`,
    link: (person) => linkToFirstPassword(person, of.examId, now),
    examId: of.examId,
  });
  await queries.markSent(tx, reminderId, { now, mails, unsentBecause });
  const detail = { name: exam.title, ...(plannedFor && { plannedFor }), mails };
  const line: AuditLine = {
    action: unsentBecause ? 'reminder.unsent' : 'reminder.sent',
    subject: `exam:${of.examId}`,
    detail: { ...detail, ...(unsentBecause && { reason: unsentBecause }) },
  };
  return { mails, unsentBecause, line };
}

function reasonAgainst(context: AppContext, exam: ExamRow, texts: InvitationTexts): UnsentReason | null {
  if (exam.isCancelled) return 'examCancelled';
  if (isExamOver(context, exam)) return 'examOver';
  return texts.of.fr === null ? 'messageEmpty' : null;
}
