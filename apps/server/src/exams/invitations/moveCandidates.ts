import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { moveCandidates as moveEndpoint, Removal } from '@guichet/contract/exams/places.removals';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError, invalidField } from '../../core/runtime/errors.ts';
import { selectAccounts } from '../../identity/users/users.service.ts';
import { findExamsLastTold, movePlaces } from '../enrolments/removals/removals.service.ts';
import { getExam } from '../facts/facts.service.ts';
import { findInvitationTexts, type InvitationTexts, inviteAccounts } from './invitations.service.ts';

/**
 * Moves candidates to another exam of the system. With `sendEmail`, mails its invitation to the moved people
 * in their language, beginning with the exam that they knew, which no longer counts. All or nothing; people
 * who stay are reported. Idempotent by `removalId`.
 * @throws AppError `exam.notFound`, `message.empty`, `request.invalid` for an exam that is over
 */
export async function moveCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  form: BodyOf<typeof moveEndpoint>,
): Promise<Removal> {
  const { systemId } = grant;
  const db = context.database.read;
  const exam = await getExam(db, systemId, form.toExamId);
  if (exam.examDate < context.clock.today()) throw invalidField('toExamId', 'dateInPast');
  const known = (db: ReadDb) =>
    findExamsLastTold(db, { systemId, examId, userIds: form.userIds }, form.removalId);
  const textsByFormer = new Map<number, InvitationTexts>();
  if (form.sendEmail) {
    for (const id of new Set([examId, ...(await known(db)).values()])) {
      // A person moved back before hearing of the move has left no exam.
      const movedFrom = id === exam.id ? {} : { movedFrom: await getExam(db, systemId, id) };
      textsByFormer.set(id, await findInvitationTexts(context, systemId, exam, movedFrom));
    }
    if (!textsByFormer.get(examId)?.of.fr) throw new AppError('message.empty');
  }
  if (form.sendEmail) await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  return write(context, grant, async (tx) => {
    const { from, to, removal, imports, isNew } = await movePlaces(context, tx, { systemId, examId }, form);
    if (!isNew) return unchanged(removal);
    const { userIds } = removal;
    const formerOf = form.sendEmail ? await known(tx) : new Map<number, number>();
    let mails = 0;
    for (const [former, texts] of textsByFormer) {
      const invited = userIds.filter((id) => formerIn(textsByFormer, formerOf.get(id), examId) === former);
      mails += await invite(context, tx, texts, to.id, invited);
    }
    const detail = {
      name: from.title,
      exam: to.title,
      examId: to.id,
      candidates: userIds.length,
      mails,
      userIds,
      removalId: form.removalId,
      ...imports,
    };
    return record(removal, { action: 'candidates.moved', subject: `exam:${examId}`, detail });
  });
}

/** The exam that a person last knew; if texts for it were not read, the exam that the person leaves now. */
function formerIn(texts: ReadonlyMap<number, unknown>, former: number | undefined, left: number): number {
  return former !== undefined && texts.has(former) ? former : left;
}

/** Queues the invitation for those of the people with an active account; returns the number of mails. */
async function invite(
  context: AppContext,
  tx: WriteTx,
  texts: InvitationTexts,
  examId: number,
  userIds: readonly number[],
): Promise<number> {
  const people = (await selectAccounts(tx, userIds)).filter(({ deactivatedAt }) => deactivatedAt === null);
  const key = () => `moved:${context.clock.uuid()}`;
  return inviteAccounts(context, tx, texts, examId, people, { key, urgent: false });
}
