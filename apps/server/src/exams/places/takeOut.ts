import type { BodyOf, QueryOf } from '@guichet/contract/core/endpoint';
import type { NoticeNotes } from '@guichet/contract/exams/notices.notes';
import type { unenrol as unenrolEndpoint } from '@guichet/contract/exams/places';
import type { TakenOut, takeOutCandidates as takeOutEndpoint } from '@guichet/contract/exams/places.removals';
import { type AuditLine, findAuthor, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { planUnenrolments } from '../../learning/learning.service.ts';
import { cancelCandidateMails } from '../../mail/outbox/outbox.service.ts';
import * as enrolments from '../enrolments/enrolments.service.ts';
import { type ExamRow, getExam, lockExam } from '../facts/facts.service.ts';
import { enqueueLeftNotices, givenNotes, limitNotes } from '../notices/notices.service.ts';

/** Returns the number of mails. Idempotent by `removalId`. @throws AppError `exam.notFound` */
export async function takeOutCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { userIds: asked, removalId, sendEmail = false, ...notes }: BodyOf<typeof takeOutEndpoint>,
): Promise<TakenOut> {
  const of = { systemId: grant.systemId, examId };
  if (sendEmail) await limitNotes(context, grant, notes);
  const now = context.clock.now();
  return write<TakenOut>(context, grant, async (tx) => {
    const exam = await lockExam(tx, of, 'share');
    const places = await enrolments.lockPlaces(tx, { ...of, userIds: asked });
    const earlier = await enrolments.selectRemoved(tx, of, removalId);
    if (earlier.length > 0) return unchanged({ userIds: earlier, others: [] });
    const userIds = places.map(({ userId }) => userId);
    const removal = { userIds, others: findAbsent(asked, places) };
    if (places.length === 0) return unchanged(removal);
    const how = { removalId, notes: sendEmail ? notes : null, now, by: findAuthor(grant).fullName };
    const { told, line } = await takeOutPlaces(context, tx, exam, places, how);
    return record({ ...removal, ...(told !== null && { told }) }, line);
  });
}

/** Removes locked places, with `notes` telling those to whom a mail has left; returns the number of mails and the audit line. */
export async function takeOutPlaces(
  context: AppContext,
  tx: WriteTx,
  exam: ExamRow,
  places: readonly enrolments.Place[],
  of: Removing & { readonly removalId: string; readonly notes: NoticeNotes | null },
): Promise<{ readonly told: number | null; readonly line: AuditLine }> {
  const { removalId, notes, now, by } = of;
  const { id: examId, systemId } = exam;
  const userIds = places.map(({ userId }) => userId);
  await removePlaces(tx, exam, places, { removalId, now, by });
  const leave = notes && { removalId, userIds, notes };
  const told = leave && (await enqueueLeftNotices(context, tx, { systemId, examId }, leave));
  const detail = {
    name: exam.title,
    candidates: userIds.length,
    userIds,
    removalId,
    ...groupByImport(places),
    ...(told !== null && { mails: told, ...givenNotes(notes ?? {}) }),
  };
  return { told, line: { action: 'candidates.unenrolled', subject: `exam:${examId}`, detail } };
}

/** With `removalId` this can be undone. @throws AppError `exam.notFound` */
export async function unenrol(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  learningPlatformId: string,
  { removalId, sendEmail = false, ...notes }: QueryOf<typeof unenrolEndpoint> & NoticeNotes,
): Promise<boolean> {
  const of = { systemId: grant.systemId, examId };
  if (sendEmail) await limitNotes(context, grant, notes);
  const now = context.clock.now();
  return write(context, grant, async (tx) => {
    const left = await takeOut(tx, await getExam(tx, of), learningPlatformId, {
      removalId,
      now,
      by: findAuthor(grant).fullName,
    });
    if (!left) return unchanged(false);
    const { line, userId } = left;
    if (!sendEmail) return record(true, line);
    const leave = { removalId: removalId ?? context.clock.uuid(), userIds: [userId], notes };
    const mails = await enqueueLeftNotices(context, tx, of, leave);
    return record(true, { ...line, detail: { ...line.detail, mails, ...givenNotes(notes) } });
  });
}

/** Removes one candidate from an exam; returns user id and audit line, null for somebody who is not in it. */
export async function takeOut(
  tx: WriteTx,
  exam: ExamRow,
  platformUserId: string,
  how: Removing,
): Promise<{ readonly userId: number; readonly line: AuditLine } | null> {
  const { id: examId, systemId, title } = exam;
  // If two calls run at once, the second waits and finds no place.
  const place = await enrolments.lockPlace(tx, { systemId, examId }, platformUserId);
  if (!place) return null;
  const { userId, name } = place;
  await removePlaces(tx, exam, [{ userId, platformUserId }], how);
  const { removalId } = how;
  const detail = { name, exam: title, examId, ...(removalId && { removalId }), ...groupByImport([place]) };
  return { userId, line: { action: 'candidate.unenrolled', subject: `user:${userId}`, systemId, detail } };
}

interface Removing {
  readonly removalId?: string | undefined;
  readonly now: Date;
  /** The name of who removes. */
  readonly by: string;
}

/** Removes people from an exam, its course and unsent mails; `removalId`: keeps the places for an undo. */
export async function removePlaces(
  tx: WriteTx,
  { id: examId, systemId, courseId }: ExamRow,
  places: readonly Pick<enrolments.Place, 'userId' | 'platformUserId'>[],
  { removalId, movedTo = null, now, by }: Removing & { readonly movedTo?: number | null },
): Promise<void> {
  const of = { systemId, examId, userIds: places.map(({ userId }) => userId) };
  if (removalId) await enrolments.insertRemoval(tx, { ...of, removalId, movedTo, now });
  const platformUserIds = places.map(({ platformUserId }) => platformUserId);
  await planUnenrolments(tx, { systemId, courseId, platformUserIds, now });
  await cancelCandidateMails(tx, of, { reason: 'cancelledPlace', by });
  await enrolments.deleteEnrolments(tx, of);
}

/** The people enrolled by each import, for a removal's audit line, since their places are gone by then. */
export function groupByImport(places: readonly Pick<enrolments.Place, 'userId' | 'importId'>[]): {
  readonly imports?: Record<string, number[]>;
} {
  const placed = places.flatMap(({ userId, importId }) => (importId === null ? [] : [{ userId, importId }]));
  if (placed.length === 0) return {};
  const byImport = Object.entries(Object.groupBy(placed, ({ importId }) => importId));
  return {
    imports: Object.fromEntries(byImport.map(([id, of = []]) => [id, of.map(({ userId }) => userId)])),
  };
}

export function findAbsent(userIds: readonly number[], places: readonly Pick<enrolments.Place, 'userId'>[]) {
  const found = new Set(places.map(({ userId }) => userId));
  return [...new Set(userIds)]
    .filter((userId) => !found.has(userId))
    .map((userId) => ({ userId, reason: 'absent' as const }));
}
