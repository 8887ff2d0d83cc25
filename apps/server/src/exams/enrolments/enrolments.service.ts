/** Owns the enrolments of people in exams, and what candidates know of their exam. */

import type { QueryOf } from '@guichet/contract/core/endpoint';
import type { listCandidates as listEndpoint } from '@guichet/contract/exams/exams.list';
import { roleName } from '@guichet/contract/identity/roleNames';
import type { AuditLine } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import { fullNameOf } from '../../identity/users/users.service.ts';
import { planEnrolments, planUnenrolment, platformUserIdOf } from '../../learning/learning.service.ts';
import { cancelCandidateMails } from '../../mail/outbox/outbox.service.ts';
import { getSystem } from '../../systems/system/systems.service.ts';
import { type findExamWithin, getActiveExam, getExam, lockActiveExam } from '../facts/facts.service.ts';
import * as enrolments from './enrolments.queries.ts';
import { importsOf } from './removals/importsOf.ts';
import { insertRemoval } from './removals/removals.queries.ts';

export { seedDemoPlaces } from './demo.queries.ts';
export {
  countCandidatesAmong,
  deleteEnrolments,
  insertStagedEnrolments,
  markAttested,
  selectCandidates,
} from './enrolments.queries.ts';
export {
  activeCandidates,
  type KnownFacts,
  keepKnownFacts,
  selectCandidatesToTell,
  selectKnownFacts,
  selectMailed,
  setInformed,
  setInformedBy,
} from './knownFacts.queries.ts';

/**
 * Enrols a person in an exam and queues the platform enrolment; returns the audit line, or null for a person
 * already enrolled.
 * @throws AppError `exam.notFound` if the exam has been cancelled meanwhile
 */
export async function enrol(
  tx: WriteTx,
  exam: NonNullable<Awaited<ReturnType<typeof findExamWithin>>>,
  { id: userId, fullName }: { readonly id: number; readonly fullName: string },
  now: Date,
): Promise<AuditLine | null> {
  const { id: examId, systemId, courseId, title } = exam;
  await lockActiveExam(tx, systemId, examId);
  const learningPlatformId = platformUserIdOf(userId);
  const place = { systemId, examId, userId, learningPlatformId, now };
  if (!(await enrolments.insertEnrolment(tx, place))) return null;
  await planEnrolments(tx, { systemId, courseId, examId, userIds: [userId], now });
  const detail = { name: fullName, exam: title, examId };
  return { action: 'candidate.enrolled', subject: `user:${userId}`, systemId, detail };
}

/** @throws AppError `exam.notFound` */
export async function listCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { alsoCancelled = false }: QueryOf<typeof listEndpoint>,
) {
  const db = context.database.read;
  if (alsoCancelled) await getExam(db, grant.systemId, examId);
  else await getActiveExam(db, grant.systemId, examId);
  const role = roleName('student', await getSystem(db, grant.systemId));
  const { systemId, identity } = grant;
  const candidates = await enrolments.selectCandidates(db, { systemId, examId }, readerOf(context, identity));
  return candidates.map(({ deactivatedAt, attestedAt, ...candidate }) => ({
    ...candidate,
    fullName: fullNameOf(candidate),
    role,
    isActive: deactivatedAt === null,
    isSelf: candidate.id === grant.identity.userId,
    isAttested: attestedAt !== null,
  }));
}

/** The reader of a list. Another system's account of a guest is seen if the reader supports that system. */
export function readerOf({ clock }: AppContext, identity: SystemGrant['identity']) {
  return { tenantScope: systemsReached(identity, 'support'), today: clock.today() };
}

/**
 * Unenrols a candidate from an exam and its course, and cancels their unsent mails, within a transaction of
 * the caller; with `removalId` this can be undone. Returns user id and audit line, null for somebody not in the
 * exam.
 */
export async function takeOut(
  tx: WriteTx,
  exam: NonNullable<Awaited<ReturnType<typeof findExamWithin>>>,
  platformUserId: string,
  now: Date,
  removalId?: string,
): Promise<{ readonly userId: number; readonly line: AuditLine } | null> {
  const { id: examId, systemId, courseId, title } = exam;
  const enrolment = await enrolments.selectEnrolment(tx, systemId, examId, platformUserId);
  if (!enrolment) return null;
  const { userId, name, importId } = enrolment;
  if (removalId)
    await insertRemoval(tx, { systemId, examId, userIds: [userId], removalId, movedTo: null, now });
  // If two calls run at once, a single one deletes the row.
  if (!(await enrolments.deleteEnrolment(tx, systemId, examId, userId))) return null;
  await planUnenrolment(tx, { systemId, courseId, platformUserId, now });
  await cancelCandidateMails(tx, { systemId, examId, userIds: [userId] });
  const removal = removalId ? { removalId } : {};
  const detail = { name, exam: title, examId, ...removal, ...importsOf([{ userId, importId }]) };
  return { userId, line: { action: 'candidate.unenrolled', subject: `user:${userId}`, systemId, detail } };
}
