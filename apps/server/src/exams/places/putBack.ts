import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { PutBack, putBackCandidates as putBackEndpoint } from '@guichet/contract/exams/places.removals';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { planEnrolments } from '../../learning/learning.service.ts';
import { cancelCandidateMails, requeueMails } from '../../mail/outbox/outbox.service.ts';
import {
  deleteRemoval,
  lockRemoval,
  restorePlaces,
  selectRemoval,
} from '../enrolments/enrolments.service.ts';
import { getExam, lockExam } from '../facts/facts.service.ts';
import { enqueueNotice } from '../notices/notices.service.ts';
import { removePlaces } from './removePlaces.ts';

/**
 * Undoes a removal or a move, for all its people or for `userIds` alone, as far as nothing has happened to
 * them since: restores places, platform enrolments and mails cancelled by it, and cancels unsent mails about
 * it. Returns nobody where it was undone already or the sweep has forgotten it. People to whom the mail "no
 * longer registered" has left are told that they are registered again, or they would not come.
 * @throws AppError `exam.notFound`
 */
export async function putBackCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { removalId, userIds: wanted }: BodyOf<typeof putBackEndpoint>,
): Promise<PutBack> {
  const { systemId } = grant;
  const of = { systemId, examId };
  const now = context.clock.now();
  return write<PutBack>(context, grant, async (tx) => {
    const exam = await lockExam(tx, of, 'share');
    const locked = await lockRemoval(tx, of, removalId, wanted ?? null);
    const kept = await selectRemoval(tx, of, removalId);
    const removed = kept.filter(({ userId }) => locked.has(userId));
    const back = removed.filter(({ state }) => state === 'removed');
    const userIds = back.map(({ userId }) => userId);
    const others = removed
      .filter(({ state }) => state !== 'removed')
      .map(({ userId, state }) => ({ userId, reason: state === 'mailed' ? state : 'changed' }) as const);
    const [first] = back;
    if (!first) return unchanged({ userIds, others });
    if (first.movedTo !== null) {
      const movedTo = await getExam(tx, { systemId, examId: first.movedTo }, { alsoCancelled: true });
      await removePlaces(tx, movedTo, back, { now });
    }
    await restorePlaces(tx, back);
    await deleteRemoval(tx, { ...of, userIds }, removalId);
    await planEnrolments(tx, { systemId, courseId: exam.courseId, examId, userIds, now });
    // The mail that they have left the exam is no longer true.
    await cancelCandidateMails(tx, { ...of, userIds });
    await requeueMails(tx, { ...of, states: Object.assign({}, ...back.map(({ mails }) => mails)), now });
    const told = await enqueueNotice(context, tx, of, exam, { kind: 'examBack', removalId, userIds });
    const detail = {
      name: exam.title,
      candidates: userIds.length,
      userIds,
      ...(told > 0 && { mails: told }),
    };
    const line = { action: 'candidates.putBack', subject: `exam:${examId}`, detail } as const;
    return record({ userIds, others, ...(told > 0 && { told }) }, line);
  });
}
