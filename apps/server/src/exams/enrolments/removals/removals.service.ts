/**
 * Owns the removal of many candidates from an exam in one step, alone or into another exam, and its undo.
 * Does not know invitations, nor how platform and outbox carry out their orders.
 */

import type { BodyOf } from '@guichet/contract/core/endpoint';
import type {
  moveCandidates as moveEndpoint,
  putBackCandidates as putBackEndpoint,
  Removal,
  takeOutCandidates as takeOutEndpoint,
} from '@guichet/contract/exams/places.removals';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { planEnrolments, planUnenrolments } from '../../../learning/learning.service.ts';
import { cancelCandidateMails, requeueMails } from '../../../mail/outbox/outbox.service.ts';
import { getActiveExam, getExam, lockActiveExam } from '../../facts/facts.service.ts';
import { deleteEnrolments } from '../enrolments.queries.ts';
import { importsOf } from './importsOf.ts';
import * as queries from './removals.queries.ts';

export { getRemoval } from './getRemoval.ts';
export { findExamsLastTold } from './lastTold.queries.ts';
export { deleteRemovalsBefore, selectKeptPlaces } from './removals.queries.ts';

type OfExam = Pick<queries.Candidates, 'systemId' | 'examId'>;

/**
 * Removes candidates from an exam and its course, and cancels their unsent mails about it, in a transaction
 * of the caller. Idempotent by `removalId`: `isNew` is false for a repeated call, or when nobody of them is in
 * the exam.
 * @throws AppError `exam.notFound`
 */
export async function takeOutPlaces(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  { userIds, removalId }: Pick<BodyOf<typeof takeOutEndpoint>, 'userIds' | 'removalId'>,
) {
  const now = context.clock.now();
  const { title, courseId } = await getActiveExam(tx, of.systemId, of.examId);
  await lockActiveExam(tx, of.systemId, of.examId);
  const places = await queries.lockPlaces(tx, { ...of, userIds });
  const earlier = await queries.selectRemoved(tx, of, removalId);
  const result = (isNew: boolean, removal: Removal) => ({
    title,
    isNew,
    removal,
    imports: importsOf(places),
  });
  if (earlier.length > 0) return result(false, { userIds: earlier, others: [] });
  const present = places.map(({ userId }) => userId);
  const isNew = present.length > 0;
  if (isNew) await removePlaces(tx, { ...of, courseId, removalId, movedTo: null, now }, places);
  return result(isNew, { userIds: present, others: absentOf(userIds, present) });
}

/**
 * Moves candidates from one exam of a system to another, in a transaction of the caller. People stay who
 * are in the other exam, or marked as attended with success. Idempotent by `removalId`: a repeated call has
 * `isNew` false.
 * @throws AppError `exam.notFound` for a cancelled exam or an exam of another system
 */
export async function movePlaces(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  { userIds, removalId, toExamId }: BodyOf<typeof moveEndpoint>,
) {
  const { systemId, examId } = of;
  const now = context.clock.now();
  const from = await getActiveExam(tx, systemId, examId);
  const to = await getActiveExam(tx, systemId, toExamId);
  for (const id of [examId, toExamId]) await lockActiveExam(tx, systemId, id);
  const places = await queries.lockPlaces(tx, { ...of, userIds });
  const earlier = await queries.selectRemoved(tx, of, removalId);
  const movable = places.filter(({ attestedAt }) => attestedAt === null);
  const result = (moved: number[], others: Removal['others'], places: typeof movable = []) => ({
    from,
    to,
    isNew: places.length > 0,
    removal: { userIds: moved, others },
    imports: importsOf(places),
  });
  if (earlier.length > 0) return result(earlier, []);
  const placed = await queries.insertPlaces(tx, {
    ...of,
    userIds: movable.map(({ userId }) => userId),
    toExamId,
    now,
  });
  const moved = movable.filter(({ userId }) => placed.has(userId));
  const movedIds = moved.map(({ userId }) => userId);
  const staying = places
    .filter(({ userId }) => !placed.has(userId))
    .map(({ userId, attestedAt }) => ({ userId, reason: attestedAt ? 'attested' : 'alreadyThere' }) as const);
  const present = places.map(({ userId }) => userId);
  if (moved.length > 0) {
    await removePlaces(tx, { ...of, courseId: from.courseId, removalId, movedTo: toExamId, now }, moved);
    await planEnrolments(tx, {
      systemId,
      courseId: to.courseId,
      examId: toExamId,
      userIds: movedIds,
      now,
    });
  }
  return result(movedIds, [...staying, ...absentOf(userIds, present)], moved);
}

function absentOf(userIds: readonly number[], present: readonly number[]): Removal['others'] {
  const found = new Set(present);
  return [...new Set(userIds)]
    .filter((userId) => !found.has(userId))
    .map((userId) => ({ userId, reason: 'absent' }));
}

interface Removing extends OfExam {
  readonly courseId: string;
  readonly removalId: string;
  readonly movedTo: number | null;
  readonly now: Date;
}

async function removePlaces(
  tx: WriteTx,
  of: Removing,
  places: readonly { readonly userId: number; readonly platformUserId: string }[],
): Promise<void> {
  const { systemId, examId, courseId, now } = of;
  const userIds = places.map(({ userId }) => userId);
  const platformUserIds = places.map(({ platformUserId }) => platformUserId);
  await queries.insertRemoval(tx, { ...of, userIds });
  await planUnenrolments(tx, { systemId, courseId, platformUserIds, now });
  await cancelCandidateMails(tx, { systemId, examId, userIds });
  await deleteEnrolments(tx, { systemId, examId, userIds });
}

/**
 * Undoes a removal or a move, for all its people or for `userIds` alone, as far as nothing has happened to
 * them since: restores places, platform enrolments and mails cancelled by it, and cancels unsent mails about
 * it. Returns nobody where it was undone already or the sweep has forgotten it. In a transaction of the
 * caller.
 * @throws AppError `exam.notFound`
 */
export async function putPlacesBack(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  { removalId, userIds: wanted }: BodyOf<typeof putBackEndpoint>,
) {
  const { systemId, examId } = of;
  const now = context.clock.now();
  const { title, courseId } = await getActiveExam(tx, systemId, examId);
  await lockActiveExam(tx, systemId, examId);
  const locked = await queries.lockRemoval(tx, of, removalId, wanted ?? null);
  const kept = await queries.selectRemoval(tx, of, removalId);
  const removed = kept.filter(({ userId }) => locked.has(userId));
  const back = removed.filter(({ state }) => state === 'removed');
  const userIds = back.map(({ userId }) => userId);
  const others = removed
    .filter(({ state }) => state !== 'removed')
    .map(({ userId, state }) => ({ userId, reason: state === 'mailed' ? state : 'changed' }) as const);
  if (back.length === 0) return { title, userIds, others };
  const [{ movedTo } = { movedTo: null }] = back;
  if (movedTo !== null) await leave(tx, { systemId, examId: movedTo }, back, now);
  await queries.restorePlaces(tx, back);
  await queries.deleteRemoval(tx, { ...of, userIds }, removalId);
  await planEnrolments(tx, { systemId, courseId, examId, userIds, now });
  // The mail that they have left the exam is no longer true.
  await cancelCandidateMails(tx, { ...of, userIds });
  await requeueMails(tx, { ...of, states: Object.assign({}, ...back.map(({ mails }) => mails)), now });
  return { title, userIds, others };
}

/** Takes people out of the exam to which they were moved, also of a cancelled exam. */
async function leave(tx: WriteTx, of: OfExam, people: readonly queries.Removed[], now: Date): Promise<void> {
  const { courseId } = await getExam(tx, of.systemId, of.examId);
  const userIds = people.map(({ userId }) => userId);
  const platformUserIds = people.map(({ platformUserId }) => platformUserId);
  await planUnenrolments(tx, { systemId: of.systemId, courseId, platformUserIds, now });
  await cancelCandidateMails(tx, { ...of, userIds });
  await deleteEnrolments(tx, { ...of, userIds });
}
