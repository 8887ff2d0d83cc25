import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { listOwnTexts as listEndpoint } from '@guichet/contract/exams/notices.invitations';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../../core/context/appContext.ts';
import * as messages from '../../../mail/messages/messages.service.ts';
import { lockExam, selectExams } from '../../facts/facts.service.ts';

export async function listOwnTexts(
  context: AppContext,
  systemId: number,
): Promise<ReplyOf<typeof listEndpoint>> {
  const db = context.database.read;
  const own = await messages.listOwnTexts(db, systemId);
  if (own.length === 0) return [];
  const exams = await selectExams(db, systemId, { from: context.clock.today() });
  return exams.flatMap(({ id, title, date }) =>
    own.filter(({ examId }) => examId === id).map(({ kind }) => ({ examId: id, kind, title, date })),
  );
}

/** @throws AppError `exam.notFound` */
export function giveOwnText(context: AppContext, grant: SystemGrant, examId: number, kind: MessageKind) {
  return write(context, grant, async (tx) => {
    const exam = await lockExam(tx, { systemId: grant.systemId, examId }, 'share');
    const line = await messages.giveOwnText(context, tx, grant, { kind, exam });
    return line ? record(true, line) : unchanged(false);
  });
}

/** @throws AppError `exam.notFound` */
export function removeOwnText(context: AppContext, grant: SystemGrant, examId: number, kind: MessageKind) {
  return write(context, grant, async (tx) => {
    const exam = await lockExam(tx, { systemId: grant.systemId, examId }, 'share');
    const line = await messages.removeOwnText(tx, grant, { kind, exam });
    return line ? record(true, line) : unchanged(false);
  });
}
