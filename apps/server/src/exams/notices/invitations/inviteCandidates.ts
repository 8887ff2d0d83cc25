import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { inviteCandidates as inviteEndpoint } from '@guichet/contract/exams/notices.invitations';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { selectCandidatesToInvite, setInformed } from '../../enrolments/enrolments.service.ts';
import { getExam, isExamOver, lockExam } from '../../facts/facts.service.ts';
import { findInvitationTexts, inviteReaders } from './invitations.service.ts';

/** @throws AppError `exam.notFound`, `exam.over`, `message.empty`, `request.tooMany` */
export async function inviteCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { userIds = null }: { userIds?: BodyOf<typeof inviteEndpoint>['userIds'] | null },
): Promise<number> {
  const { systemId } = grant;
  const of = { systemId, examId };
  const exam = await getExam(context.database.read, of);
  const texts = await findInvitationTexts(context, systemId, exam);
  if (!texts.of.fr) throw new AppError('message.empty');
  await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  return write(context, grant, async (tx) => {
    // If two administrators act at once, the second waits here and finds the mails of the first.
    const locked = await lockExam(tx, of, 'update');
    if (isExamOver(context, locked)) throw new AppError('exam.over');
    const people = await selectCandidatesToInvite(tx, of, userIds, context.clock.now());
    if (people.length === 0) return unchanged(0);
    const key = () => `invited:${context.clock.uuid()}`;
    const mails = await inviteReaders(context, tx, texts, people, { key, urgent: false });
    await setInformed(
      tx,
      of,
      people.map(({ id }) => id),
    );
    const detail = { name: exam.title, mails };
    return record(mails, { action: 'candidates.invited', subject: `exam:${examId}`, detail });
  });
}
