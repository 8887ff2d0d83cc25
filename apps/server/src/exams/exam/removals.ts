import type { BodyOf, QueryOf } from '@guichet/contract/core/endpoint';
import type { unenrol as unenrolEndpoint } from '@guichet/contract/exams/exams.list';
import type { NoticeNotes } from '@guichet/contract/exams/exams.notes';
import type {
  PutBack,
  putBackCandidates as putBackEndpoint,
  TakenOut,
  takeOutCandidates as takeOutEndpoint,
} from '@guichet/contract/exams/places.removals';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { takeOut } from '../enrolments/enrolments.service.ts';
import { putPlacesBack, takeOutPlaces } from '../enrolments/removals/removals.service.ts';
import { getActiveExam, getExam } from '../facts/facts.service.ts';
import { enqueueNotice, givenNotes, limitNotes } from './notices.ts';

/**
 * Removes candidates from an exam, and reports people who were not in it. With `sendEmail`, tells those to whom a mail
 * about the exam has left that they are no longer registered, and returns the number of mails. Idempotent by `removalId`.
 * @throws AppError `exam.notFound`
 */
export async function takeOutCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { sendEmail = false, noteFr, noteEn, ...form }: BodyOf<typeof takeOutEndpoint>,
): Promise<TakenOut> {
  const { systemId } = grant;
  const { removalId } = form;
  const of = { systemId, examId };
  if (sendEmail) await limitNotes(context, grant, { noteFr, noteEn });
  return write<TakenOut>(context, grant, async (tx) => {
    const { title, removal, imports, isNew } = await takeOutPlaces(context, tx, of, form);
    if (!isNew) return unchanged(removal);
    const { userIds } = removal;
    const told = sendEmail
      ? await enqueueLeftNotices(context, tx, of, { removalId, userIds, notes: { noteFr, noteEn } })
      : null;
    const detail = {
      name: title,
      candidates: userIds.length,
      userIds,
      removalId,
      ...imports,
      ...(told !== null && { mails: told, ...givenNotes({ noteFr, noteEn }) }),
    };
    const line = { action: 'candidates.unenrolled', subject: `exam:${examId}`, detail } as const;
    return record({ ...removal, ...(told !== null && { told }) }, line);
  });
}

/**
 * Undoes a removal or a move as `putPlacesBack` does. People to whom the mail "no longer registered" has left
 * are told that they are registered again, or they would not come.
 * @throws AppError `exam.notFound`
 */
export async function putBackCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  form: BodyOf<typeof putBackEndpoint>,
): Promise<PutBack> {
  const { systemId } = grant;
  const of = { systemId, examId };
  return write<PutBack>(context, grant, async (tx) => {
    const { title, userIds, others } = await putPlacesBack(context, tx, of, form);
    if (userIds.length === 0) return unchanged({ userIds, others });
    const notice = { kind: 'examBack', removalId: form.removalId, userIds } as const;
    const told = await enqueueNotice(context, tx, of, await getExam(tx, systemId, examId), notice);
    const detail = { name: title, candidates: userIds.length, userIds, ...(told > 0 && { mails: told }) };
    const line = { action: 'candidates.putBack', subject: `exam:${examId}`, detail } as const;
    return record({ userIds, others, ...(told > 0 && { told }) }, line);
  });
}

/**
 * Removes one candidate from an exam; `sendEmail` tells them, if a mail about it has left to them. False for
 * somebody who was not in it. With `removalId` this can be undone.
 * @throws AppError `exam.notFound`
 */
export async function unenrol(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  learningPlatformId: string,
  { removalId, sendEmail = false, ...notes }: QueryOf<typeof unenrolEndpoint>,
): Promise<boolean> {
  const { systemId } = grant;
  const of = { systemId, examId };
  if (sendEmail) await limitNotes(context, grant, notes);
  const now = context.clock.now();
  return write(context, grant, async (tx) => {
    const exam = { ...(await getActiveExam(tx, systemId, examId)), systemId };
    const left = await takeOut(tx, exam, learningPlatformId, now, removalId);
    if (!left) return unchanged(false);
    const { line, userId } = left;
    if (!sendEmail) return record(true, line);
    const leave = { removalId: removalId ?? context.clock.uuid(), userIds: [userId], notes };
    const mails = await enqueueLeftNotices(context, tx, of, leave);
    return record(true, { ...line, detail: { ...line.detail, mails, ...givenNotes(notes) } });
  });
}

/**
 * Queues the mail "no longer registered" for the people to whom a mail about the exam has left; returns the
 * number of mails.
 */
export async function enqueueLeftNotices(
  context: AppContext,
  tx: WriteTx,
  of: { readonly systemId: number; readonly examId: number },
  removal: { readonly removalId: string; readonly userIds: readonly number[]; readonly notes: NoticeNotes },
): Promise<number> {
  const exam = await getExam(tx, of.systemId, of.examId);
  return enqueueNotice(context, tx, of, exam, { kind: 'examLeft', ...removal });
}
