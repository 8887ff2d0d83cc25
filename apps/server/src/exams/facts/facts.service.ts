/**
 * Owns exams and their enrolments.
 * Does not know files, imports or the learning platform's protocol.
 */

import type { QueryOf } from '@guichet/contract/core/endpoint';
import type { ClosedState, Exam } from '@guichet/contract/exams/exams';
import type {
  ExamSummary,
  listCandidates as listEndpoint,
  PlatformFilter,
} from '@guichet/contract/exams/exams.list';
import { roleName } from '@guichet/contract/identity/roleNames';
import type { AuditLine } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import { fullNameOf } from '../../identity/users/users.service.ts';
import { planEnrolments, planUnenrolment, platformUserIdOf } from '../../learning/learning.service.ts';
import { cancelCandidateMails } from '../../mail/outbox/outbox.service.ts';
import { getSystem } from '../../systems/system/systems.service.ts';
import * as enrolments from './enrolments.queries.ts';
import { selectExam } from './exam/exam.queries.ts';
import * as queries from './facts.queries.ts';
import { importsOf } from './removals/importsOf.ts';
import { insertRemoval } from './removals/removals.queries.ts';

export { listComingExams } from './coming/comingExams.ts';
export { seedDemoPlaces } from './demo.queries.ts';
export { deleteEnrolments, insertStagedEnrolments } from './enrolments.queries.ts';
export { factColumns, lockExam, setCancelled, updateFacts } from './exam/exam.queries.ts';
export { endOf, isExamOver } from './exam/examEnd.ts';
export { examWords } from './exam/examWords.ts';
export {
  activeCandidates,
  type KnownFacts,
  keepKnownFacts,
  selectCandidatesToTell,
  selectKnownFacts,
  selectMailed,
  setInformed,
  setInformedBy,
} from './exam/knownFacts.queries.ts';
export { createExam, findExamOfForm, findExamWithin, findNextExam } from './facts.queries.ts';

/** Active exams from today on, or all (readings §3); `onPlatform` narrows them to problems there. */
export async function listExams(
  context: AppContext,
  grant: SystemGrant,
  which: {
    readonly showAllActive?: boolean | undefined;
    readonly onPlatform?: PlatformFilter | undefined;
    readonly oneLanguage?: boolean | undefined;
    readonly untold?: boolean | undefined;
    readonly notSignedIn?: boolean | undefined;
  },
) {
  const today = context.clock.today();
  const from = which.showAllActive ? {} : { from: today };
  const { onPlatform, oneLanguage, untold, notSignedIn } = which;
  const where = { ...from, onPlatform, oneLanguage, untold, notSignedIn };
  const exams = await queries.selectExams(context.database.read, grant.systemId, where);
  return exams.map((exam) => ({ ...exam, mayAttest: exam.date <= today }));
}

/** Past exams or cancelled exams, the latest first. */
export async function listClosedExams(context: AppContext, grant: SystemGrant, state: ClosedState) {
  const where = state === 'cancelled' ? { isCancelled: true } : { before: context.clock.today() };
  return (await queries.selectExams(context.database.read, grant.systemId, where)).reverse();
}

/** @throws AppError `exam.notFound`, also for an exam of another system */
export async function getExamSummary(db: ReadDb, grant: SystemGrant, examId: number): Promise<ExamSummary> {
  const [exam] = await queries.selectExams(db, grant.systemId, { id: examId });
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** @throws AppError `exam.notFound` */
export async function getActiveExam(db: ReadDb, systemId: number, examId: number) {
  const exam = await queries.selectActiveExam(db, systemId, examId);
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** An exam, also of a cancelled exam. @throws AppError `exam.notFound` */
export async function getAnyExam(db: ReadDb, systemId: number, examId: number) {
  const exam = await queries.selectAnyExam(db, systemId, examId);
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** An exam, also a cancelled or past exam. @throws AppError `exam.notFound` */
export async function getExam(db: ReadDb, systemId: number, examId: number): Promise<Exam> {
  const exam = await selectExam(db, systemId, examId);
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/** The active exam of a course. @throws AppError `exam.notFound` */
export async function getExamOfCourse(db: ReadDb, systemId: number, courseId: string) {
  const exam = await queries.selectActiveExamByCourse(db, systemId, courseId);
  if (!exam) throw new AppError('exam.notFound');
  return exam;
}

/**
 * Locks the exam until the transaction ends, so that a concurrent cancellation waits.
 * @throws AppError `exam.notFound` if the exam has been cancelled meanwhile
 */
export async function lockActiveExam(tx: WriteTx, systemId: number, examId: number): Promise<void> {
  if (!(await queries.lockActiveExam(tx, systemId, examId))) throw new AppError('exam.notFound');
}

/**
 * Enrols a person in an exam and queues the platform enrolment; returns the audit line, or null for a person
 * already enrolled.
 * @throws AppError `exam.notFound` if the exam has been cancelled meanwhile
 */
export async function enrol(
  tx: WriteTx,
  exam: NonNullable<Awaited<ReturnType<typeof queries.findExamWithin>>>,
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
  exam: NonNullable<Awaited<ReturnType<typeof queries.findExamWithin>>>,
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
