import { type CorrectionField, fieldsOfWholeAccount } from '@guichet/contract/exams/candidate.corrections';
import { record, unchanged, type Written } from '../../../core/audit/audit.service.ts';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { type HeldRole, joinNames, mayManage } from '../../../identity/users/users.service.ts';
import { selectExamsAmong } from './askedExams.queries.ts';
import { insertCorrection } from './corrections.queries.ts';
import { type NewRequest, queuePassedOnMail, queueWaitingMail } from './requestMails.ts';

/** Whether a request is about what the administrators of its system may not change of somebody who holds these roles. */
export function isForOthers(
  field: CorrectionField,
  systemId: number | null,
  held: readonly HeldRole[],
): boolean {
  return fieldsOfWholeAccount.has(field) && isBeyondSystem(systemId, held);
}

/** Whether the administrators of a system may not change the whole account of somebody who holds these roles. */
export function isBeyondSystem(systemId: number | null, held: readonly HeldRole[]): boolean {
  return systemId === null || !mayManage([systemId], held);
}

/** The exams of a request as it stores them. @throws AppError `exam.notFound` for one of another system */
export async function findAskedExams(
  { database }: AppContext,
  { examId, wantedExamId }: { examId?: number | undefined; wantedExamId?: number | undefined },
  systemIds: TenantScope,
) {
  const ids = new Set([examId, wantedExamId].filter((id) => id !== undefined));
  const found = ids.size > 0 ? await selectExamsAmong(database.read, [...ids], systemIds) : [];
  if (found.length < ids.size) throw new AppError('exam.notFound');
  return { exam_id: examId ?? null, wanted_exam_id: wantedExamId ?? null };
}

/** Opens a request, unless the same one is open already, and tells those who can make it. */
export async function openRequest(
  context: AppContext,
  tx: WriteTx,
  asked: NewRequest,
  { isPassedOn, exams }: { isPassedOn: boolean; exams: Awaited<ReturnType<typeof findAskedExams>> },
): Promise<Written<true>> {
  const { systemId, userId, field, request, writer, person } = asked;
  const now = context.clock.now();
  const id = await insertCorrection(tx, {
    ...exams,
    system_id: systemId,
    user_id: userId,
    field,
    request,
    asked_at: now,
    asked_by_name: writer,
    passed_on_at: isPassedOn ? now : null,
    passed_on_by_name: isPassedOn ? (writer ?? '') : null,
  });
  if (id === null) return unchanged(true);
  if (isPassedOn) await queuePassedOnMail(context, tx, { ...asked, id, by: writer });
  else await queueWaitingMail(context, tx, { ...asked, id });
  const detail = { name: joinNames(person), correction: field };
  const line = { subject: `user:${userId}`, systemId, detail };
  const passedOn = { ...line, action: 'correction.passedOn' as const };
  return record(true, { ...line, action: 'correction.asked' }, ...(isPassedOn ? [passedOn] : []));
}
