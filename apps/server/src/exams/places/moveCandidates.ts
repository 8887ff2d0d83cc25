import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { moveCandidates as moveEndpoint, Removal } from '@guichet/contract/exams/places.removals';
import { type Following, findAuthor, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError, invalidField } from '../../core/runtime/errors.ts';
import { selectAccounts } from '../../identity/users/users.service.ts';
import { planEnrolments } from '../../learning/learning.service.ts';
import * as enrolments from '../enrolments/enrolments.service.ts';
import { getExam, isExamOver, lockExam } from '../facts/facts.service.ts';
import {
  findInvitationTexts,
  type InvitationTexts,
  inviteAccounts,
} from '../notices/invitations/invitations.service.ts';
import { findAbsent, groupByImport, removePlaces } from './takeOut.ts';

/**
 * People stay who are in the other exam, or marked as attended with success. The mail, in their language, begins with the
 * exam that they knew. All or nothing. Idempotent by `removalId`. A move does what an open request about an exam asks for.
 * @throws AppError `exam.notFound`, `message.empty`, `request.invalid` for an exam that is over
 */
export async function moveCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { userIds: asked, removalId, toExamId, sendEmail, requestId }: BodyOf<typeof moveEndpoint>,
  answerRequests: Following,
): Promise<Removal> {
  const { systemId } = grant;
  const of = { systemId, examId };
  const db = context.database.read;
  const target = await getExam(db, { systemId, examId: toExamId }, { alsoCancelled: true });
  if (isExamOver(context, target)) throw invalidField('toExamId', 'dateInPast');
  const findKnown = (db: ReadDb) => enrolments.findExamsLastTold(db, { ...of, userIds: asked }, removalId);
  const textsByFormer = new Map<number, InvitationTexts>();
  if (sendEmail) {
    for (const id of new Set([examId, ...(await findKnown(db)).values()])) {
      // A person moved back before hearing of the move has left no exam.
      const former = { systemId, examId: id };
      const movedFrom =
        id === toExamId ? {} : { movedFrom: await getExam(db, former, { alsoCancelled: true }) };
      textsByFormer.set(id, await findInvitationTexts(context, systemId, target, movedFrom));
    }
    if (!textsByFormer.get(examId)?.of.fr) throw new AppError('message.empty');
    await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  }
  const now = context.clock.now();
  return write(context, grant, async (tx) => {
    const from = await lockExam(tx, of, 'share');
    const to = await lockExam(tx, { systemId, examId: toExamId }, 'share');
    const places = await enrolments.lockPlaces(tx, { ...of, userIds: asked });
    const earlier = await enrolments.selectRemoved(tx, of, removalId);
    if (earlier.length > 0) return unchanged({ userIds: earlier, others: [] });
    const movable = places.filter(({ attestedAt }) => attestedAt === null).map(({ userId }) => userId);
    const placed = await enrolments.insertPlaces(tx, { ...of, userIds: movable, toExamId, now });
    const moved = places.filter(({ userId }) => placed.has(userId));
    const userIds = moved.map(({ userId }) => userId);
    const staying = places
      .filter(({ userId }) => !placed.has(userId))
      .map(
        ({ userId, attestedAt }) => ({ userId, reason: attestedAt ? 'attested' : 'alreadyThere' }) as const,
      );
    const removal = { userIds, others: [...staying, ...findAbsent(asked, places)] };
    if (moved.length === 0) return unchanged(removal);
    await removePlaces(tx, from, moved, {
      removalId,
      movedTo: toExamId,
      now,
      by: findAuthor(grant).fullName,
    });
    await planEnrolments(tx, { systemId, courseId: to.courseId, examId: toExamId, userIds, now });
    const known = sendEmail ? await findKnown(tx) : new Map<number, number>();
    let mails = 0;
    for (const [former, texts] of textsByFormer) {
      const invited = userIds.filter((id) => formerIn(textsByFormer, known.get(id), examId) === former);
      mails += await invite(context, tx, texts, invited);
    }
    const detail = {
      name: from.title,
      exam: to.title,
      examId: toExamId,
      candidates: userIds.length,
      mails,
      userIds,
      removalId,
      ...groupByImport(moved),
    };
    const titles = { subjectNameEn: from.titleEn, examEn: to.titleEn };
    const line = { action: 'candidates.moved', subject: `exam:${examId}`, detail, ...titles } as const;
    return answerRequests(context, tx, grant, record(removal, line), requestId);
  });
}

/** The exam that a person last knew; if texts for it were not read, the exam that the person leaves now. */
function formerIn(texts: ReadonlyMap<number, unknown>, former: number | undefined, left: number): number {
  return former !== undefined && texts.has(former) ? former : left;
}

/** Queues the invitation for those of the people with an active account; returns the number of mails. */
async function invite(context: AppContext, tx: WriteTx, texts: InvitationTexts, userIds: readonly number[]) {
  const people = (await selectAccounts(tx, userIds)).filter(({ deactivatedAt }) => deactivatedAt === null);
  const key = () => `moved:${context.clock.uuid()}`;
  return inviteAccounts(context, tx, texts, people, { key, urgent: false });
}
