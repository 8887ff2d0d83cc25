import { type CorrectionField, fieldsOfWholeAccount } from '@guichet/contract/exams/candidate.corrections';
import type { AuditLine } from '../../../core/audit/audit.service.ts';
import { type HeldRole, mayManage } from '../../../identity/users/users.service.ts';

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

export function linesOfRequest(
  isPassedOn: boolean,
  of: Omit<AuditLine, 'action'>,
): readonly [AuditLine, ...AuditLine[]] {
  const passedOn = { ...of, action: 'correction.passedOn' as const };
  return [{ ...of, action: 'correction.asked' }, ...(isPassedOn ? [passedOn] : [])];
}
