import type { BodyOf, QueryOf } from '@guichet/contract/core/endpoint';
import type {
  cancelExam as cancelEndpoint,
  ReactivatedExam,
  reactivateExam as reactivateEndpoint,
} from '@guichet/contract/exams/exams';
import type { NoticeNotes } from '@guichet/contract/exams/notices.notes';
import { findAuthor, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import { planCancellation } from '../../learning/learning.service.ts';
import { cancelMails, requeueAnnouncements } from '../../mail/outbox/outbox.service.ts';
import { getUsedSystem, lockSystem } from '../../systems/system/systems.service.ts';
import { getExam, getExamSummary, isExamOver, lockExam, setCancelled } from '../facts/facts.service.ts';
import { enqueueNotice, givenNotes, limitNotes } from '../notices/notices.service.ts';

/** The mail to people who left the exam earlier still goes: whatever becomes of it, they are not to come. */
const ofCandidates = { alsoHeld: true, except: 'examLeft' } as const;

/**
 * Cancels the unsent mails of the candidates too, since they confirm a place.
 * @throws AppError `exam.notFound`, also when the exam is cancelled already
 */
export async function cancelExam(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { sendEmail = false, ...notes }: QueryOf<typeof cancelEndpoint> & NoticeNotes,
): Promise<true | number> {
  const { systemId } = grant;
  const of = { systemId, examId };
  if (sendEmail) await limitNotes(context, grant, notes);
  const now = context.clock.now();
  return write(context, grant, async (tx) => {
    const exam = await lockExam(tx, of, 'update');
    const { title, examDate, courseId, numberOfCandidates: candidates } = await getExam(tx, of);
    const by = findAuthor(grant).fullName;
    await setCancelled(tx, of, now, { by, now });
    await planCancellation(tx, { systemId, courseId, now }, now);
    const why = { reason: 'cancelledExam', by } as const;
    const cancelled = await cancelMails(tx, of, { ...ofCandidates, why });
    const mails = sendEmail
      ? await enqueueNotice(context, tx, of, exam, { kind: 'examCancelled', notes })
      : 0;
    const detail = {
      name: title,
      examDate,
      candidates,
      ...cancelled,
      ...(sendEmail && { mails, ...givenNotes(notes) }),
    };
    const line = { action: 'exam.deactivated', subject: `exam:${examId}`, detail } as const;
    return record<true | number>(sendEmail ? mails : true, line);
  });
}

/**
 * Unless the exam is over, the invitations and announcements that the cancellation had cancelled go out. An active exam
 * stays unchanged.
 * @throws AppError `exam.notFound`, `system.archived`
 */
export async function reactivateExam(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { sendEmail = false, ...notes }: BodyOf<typeof reactivateEndpoint>,
): Promise<ReactivatedExam> {
  const { systemId } = grant;
  const of = { systemId, examId };
  if (sendEmail) await limitNotes(context, grant, notes);
  const now = context.clock.now();
  return write<ReactivatedExam>(context, grant, async (tx) => {
    await lockSystem(tx, systemId);
    const exam = await lockExam(tx, of, 'update', { alsoCancelled: true });
    if (!exam.isCancelled) return unchanged(await getExamSummary(tx, grant, examId));
    await getUsedSystem(tx, systemId);
    const { title, examDate, courseId } = exam;
    const by = findAuthor(grant).fullName;
    await setCancelled(tx, of, null, { by, now });
    await planCancellation(tx, { systemId, courseId, now }, null);
    // The mail that the exam is cancelled is no longer true.
    await cancelMails(tx, of, { ...ofCandidates, why: { reason: 'cancelledOutdated', by } });
    const announced = isExamOver(context, exam) ? 0 : await requeueAnnouncements(tx, { ...of, now });
    const told = sendEmail
      ? await enqueueNotice(context, tx, of, exam, { kind: 'examReactivated', notes })
      : 0;
    const detail = { name: title, examDate, mails: announced + told, ...(sendEmail && givenNotes(notes)) };
    const line = { action: 'exam.reactivated', subject: `exam:${examId}`, detail } as const;
    return record({ ...(await getExamSummary(tx, grant, examId)), ...(sendEmail && { told }) }, line);
  });
}
