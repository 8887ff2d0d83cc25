/**
 * Owns the life of an exam: creation with a course, changes, cancellation, and the notices to candidates.
 * Does not know how candidates come into it, nor the messages that administrators write.
 */

import type { BodyOf } from '@guichet/contract/core/endpoint';
import { movedWith } from '@guichet/contract/core/localTime';
import type { copyExam as copyEndpoint, NewExamSpace } from '@guichet/contract/exams/exams';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { type AuditLine, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { sameFormSeconds, secondsAfter } from '../../core/runtime/clock.ts';
import { invalidField } from '../../core/runtime/errors.ts';
import { planCourse } from '../../learning/learning.service.ts';
import { copyOwnTexts } from '../../mail/messages/messages.service.ts';
import { getUsedSystem, lockSystem } from '../../systems/system/systems.service.ts';
import { createExam, findExamOfForm, getExam, getExamSummary } from '../facts/facts.service.ts';
import { copyReminders } from '../notices/reminders/reminders.service.ts';

export { cancelExam, reactivateExam } from './cancellation.ts';
export { editExam } from './edit.ts';

/** Idempotent: the same form, the same exam. @throws AppError `request.invalid` for a past day (S5.16), `system.archived` */
export function createExamSpace(
  context: AppContext,
  grant: SystemGrant,
  exam: NewExamSpace,
): Promise<ExamSummary> {
  return makeExamSpace(context, grant, exam, { action: 'examSpace.created' });
}

/** The exam may be past or cancelled. @throws AppError `exam.notFound`, `system.archived`, `request.invalid` for a day that is over */
export async function copyExam(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { examDate, titleFr, titleEn, requestId }: BodyOf<typeof copyEndpoint>,
): Promise<ExamSummary> {
  const exam = await getExam(
    context.database.read,
    { systemId: grant.systemId, examId },
    { alsoCancelled: true },
  );
  const endDate = movedWith(exam.endDate, exam.examDate, examDate);
  const titles = { title: titleFr ?? exam.titleFr, titleEn: titleEn ?? exam.titleEn };
  const copy = { ...exam, ...titles, examDate, endDate, requestId };
  const line = { action: 'examSpace.copied', detail: { exam: exam.title } } as const;
  const of = { examDate, endTime: exam.endTime, endDate };
  return makeExamSpace(context, grant, copy, line, async (tx, made) => [
    ...(await copyOwnTexts(context, tx, grant, { from: examId, ...made })),
    ...(await copyReminders(context, tx, grant, { from: examId, ...of, ...made })),
  ]);
}

async function makeExamSpace(
  context: AppContext,
  grant: SystemGrant,
  exam: NewExamSpace,
  line: Pick<AuditLine, 'action' | 'detail'>,
  fill: (tx: WriteTx, made: { to: number; title: string }) => Promise<AuditLine[]> = async () => [],
): Promise<ExamSummary> {
  const { examDate, endDate = '', requestId = null } = exam;
  const title = exam.title || (exam.titleEn ?? '');
  if (examDate < context.clock.today()) throw invalidField('examDate', 'dateInPast');
  const { systemId } = grant;
  const now = context.clock.now();
  const examId = await write(context, grant, async (tx) => {
    // Serializes concurrent requests, so that the second finds the exam of the first.
    await lockSystem(tx, systemId);
    const { coursePrefix } = await getUsedSystem(tx, systemId);
    const since = secondsAfter(now, -sameFormSeconds);
    const made = await findExamOfForm(tx, { systemId, title, examDate, requestId, since });
    if (made) return unchanged(made.id);
    const { id, courseId } = await createExam(tx, { systemId, exam, coursePrefix, now });
    await planCourse(tx, { systemId, courseId, title, titleEn: exam.titleEn, examDate, endDate, now });
    const detail = { name: title, examDate, courseId, ...line.detail };
    const filled = await fill(tx, { to: id, title });
    return record(id, { ...line, subject: `exam:${id}`, detail }, ...filled);
  });
  return getExamSummary(context.database.read, grant, examId);
}
