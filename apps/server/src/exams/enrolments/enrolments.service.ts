/** Owns the enrolments of people in exams, those kept for an undo, and the facts that candidates know of their exam. */

import type { QueryOf } from '@guichet/contract/core/endpoint';
import type { listCandidates as listEndpoint } from '@guichet/contract/exams/places';
import { roleName } from '@guichet/contract/identity/roleNames';
import type { AuditLine } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import { joinNames } from '../../identity/users/users.service.ts';
import { planEnrolments, toPlatformUserId } from '../../learning/learning.service.ts';
import { getSystem } from '../../systems/system/systems.service.ts';
import { type ExamRow, getExam, lockExam } from '../facts/facts.service.ts';
import * as enrolments from './enrolments.queries.ts';

export { findClashes, findClashesOfList, findOtherExamsOfList } from './clashes/clashes.ts';
export { seedDemoPlaces } from './demo.queries.ts';
export {
  deleteEnrolments,
  insertStagedEnrolments,
  isPresenceTaken,
  lockPlace,
  lockPlaces,
  markAttested,
  type Place,
  selectCandidates,
  selectEnrolledAmong,
  updatePresence,
} from './enrolments.queries.ts';
export { selectExtraTimeChanges } from './extraTimes/changes.queries.ts';
export {
  countToInvite,
  findTurnedAwayOfList,
  selectCandidatesToInvite,
  selectTurnedAway,
  selectTurnedAwayOfImport,
} from './invited.queries.ts';
export * from './knownFacts.queries.ts';
export { findExamsLastTold } from './removals/lastTold.queries.ts';
export * from './removals/removals.queries.ts';

/**
 * Enrols a person in an exam and queues the platform enrolment; returns the audit line, or null for a person
 * already enrolled.
 * @throws AppError `exam.notFound` if the exam has been cancelled meanwhile
 */
export async function enrol(
  tx: WriteTx,
  exam: Pick<ExamRow, 'id' | 'systemId' | 'courseId' | 'title' | 'titleEn'>,
  { id: userId, fullName }: { readonly id: number; readonly fullName: string },
  now: Date,
): Promise<AuditLine | null> {
  const { id: examId, systemId, courseId, title } = exam;
  await lockExam(tx, { systemId, examId }, 'share');
  const learningPlatformId = toPlatformUserId(userId);
  const place = { systemId, examId, userId, learningPlatformId, now };
  if (!(await enrolments.insertEnrolment(tx, place))) return null;
  await planEnrolments(tx, { systemId, courseId, examId, userIds: [userId], now });
  const detail = { name: fullName, exam: title, examId };
  return { action: 'candidate.enrolled', subject: `user:${userId}`, systemId, detail, examEn: exam.titleEn };
}

/** @throws AppError `exam.notFound` */
export async function listCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { alsoCancelled = false }: QueryOf<typeof listEndpoint>,
) {
  const db = context.database.read;
  const { systemId, identity } = grant;
  const of = { systemId, examId };
  await getExam(db, of, { alsoCancelled });
  const role = roleName('student', await getSystem(db, systemId));
  const candidates = await enrolments.selectCandidates(db, of, identifyReader(context, identity));
  return candidates.map(({ deactivatedAt, attestedAt, listValues, ...candidate }) => ({
    ...candidate,
    ...(listValues && { listValues }),
    fullName: joinNames(candidate),
    role,
    isActive: deactivatedAt === null,
    isSelf: candidate.id === identity.userId,
    isAttested: attestedAt !== null,
  }));
}

/** The reader of a list. Another system's account of a guest is seen if the reader supports that system. */
export function identifyReader({ clock }: AppContext, identity: SystemGrant['identity']) {
  return { tenantScope: systemsReached(identity, 'support'), today: clock.today() };
}
