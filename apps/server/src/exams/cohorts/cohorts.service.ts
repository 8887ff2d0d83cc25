/**
 * Owns cohorts and their enrolments.
 * Does not know files, imports or the learning platform's protocol.
 */

import type { QueryOf } from '@guichet/contract/core/endpoint';
import type { Cohort, listCandidates as listEndpoint, PlatformFilter } from '@guichet/contract/exams/cohorts';
import type { ClosedState, Exam } from '@guichet/contract/exams/exams';
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
import * as queries from './cohorts.queries.ts';
import * as enrolments from './enrolments.queries.ts';
import { selectExam } from './exam/exam.queries.ts';
import { importsOf } from './removals/importsOf.ts';
import { insertRemoval } from './removals/removals.queries.ts';

export { createCohort, findCohortOfForm, findCohortWithin, findNextCohort } from './cohorts.queries.ts';
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

/** Active cohorts from today on, or all (readings §3); `onPlatform` narrows them to problems there. */
export async function listCohorts(
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
  const cohorts = await queries.selectCohorts(context.database.read, grant.systemId, where);
  return cohorts.map((cohort) => ({ ...cohort, mayAttest: cohort.date <= today }));
}

/** Past exams or cancelled exams, the latest first. */
export async function listClosedCohorts(context: AppContext, grant: SystemGrant, state: ClosedState) {
  const where = state === 'cancelled' ? { isCancelled: true } : { before: context.clock.today() };
  return (await queries.selectCohorts(context.database.read, grant.systemId, where)).reverse();
}

/** @throws AppError `cohort.notFound`, also for a cohort of another system */
export async function getCohort(db: ReadDb, grant: SystemGrant, cohortId: number): Promise<Cohort> {
  const [cohort] = await queries.selectCohorts(db, grant.systemId, { id: cohortId });
  if (!cohort) throw new AppError('cohort.notFound');
  return cohort;
}

/** @throws AppError `cohort.notFound` */
export async function getActiveCohort(db: ReadDb, systemId: number, cohortId: number) {
  const cohort = await queries.selectActiveCohort(db, systemId, cohortId);
  if (!cohort) throw new AppError('cohort.notFound');
  return cohort;
}

/** A cohort, also of a cancelled exam. @throws AppError `cohort.notFound` */
export async function getAnyCohort(db: ReadDb, systemId: number, cohortId: number) {
  const cohort = await queries.selectAnyCohort(db, systemId, cohortId);
  if (!cohort) throw new AppError('cohort.notFound');
  return cohort;
}

/** An exam, also a cancelled or past exam. @throws AppError `cohort.notFound` */
export async function getExam(db: ReadDb, systemId: number, cohortId: number): Promise<Exam> {
  const exam = await selectExam(db, systemId, cohortId);
  if (!exam) throw new AppError('cohort.notFound');
  return exam;
}

/** The active cohort of a course. @throws AppError `cohort.notFound` */
export async function getCohortOfCourse(db: ReadDb, systemId: number, courseId: string) {
  const cohort = await queries.selectActiveCohortByCourse(db, systemId, courseId);
  if (!cohort) throw new AppError('cohort.notFound');
  return cohort;
}

/**
 * Locks the cohort until the transaction ends, so that a concurrent cancellation waits.
 * @throws AppError `cohort.notFound` if the exam has been cancelled meanwhile
 */
export async function holdCohort(tx: WriteTx, systemId: number, cohortId: number): Promise<void> {
  if (!(await queries.lockActiveCohort(tx, systemId, cohortId))) throw new AppError('cohort.notFound');
}

/**
 * Enrols a person in a cohort and queues the platform enrolment; returns the audit line, or null for a person
 * already enrolled.
 * @throws AppError `cohort.notFound` if the exam has been cancelled meanwhile
 */
export async function enrol(
  tx: WriteTx,
  cohort: NonNullable<Awaited<ReturnType<typeof queries.findCohortWithin>>>,
  { id: userId, fullName }: { readonly id: number; readonly fullName: string },
  now: Date,
): Promise<AuditLine | null> {
  const { id: cohortId, systemId, courseId, title } = cohort;
  await holdCohort(tx, systemId, cohortId);
  const learningPlatformId = platformUserIdOf(userId);
  const place = { systemId, cohortId, userId, learningPlatformId, now };
  if (!(await enrolments.insertEnrolment(tx, place))) return null;
  await planEnrolments(tx, { systemId, courseId, cohortId, userIds: [userId], now });
  const detail = { name: fullName, cohort: title, cohortId };
  return { action: 'candidate.enrolled', subject: `user:${userId}`, systemId, detail };
}

/** @throws AppError `cohort.notFound` */
export async function listCandidates(
  context: AppContext,
  grant: SystemGrant,
  cohortId: number,
  { alsoCancelled = false }: QueryOf<typeof listEndpoint>,
) {
  const db = context.database.read;
  if (alsoCancelled) await getExam(db, grant.systemId, cohortId);
  else await getActiveCohort(db, grant.systemId, cohortId);
  const role = roleName('student', await getSystem(db, grant.systemId));
  const { systemId, identity } = grant;
  const candidates = await enrolments.selectCandidates(
    db,
    { systemId, cohortId },
    readerOf(context, identity),
  );
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
 * Unenrols a candidate from a cohort and its course, and cancels their unsent mails, within a transaction of
 * the caller; with `removalId` this can be undone. Returns user id and audit line, null for somebody not in the
 * cohort.
 */
export async function takeOut(
  tx: WriteTx,
  cohort: NonNullable<Awaited<ReturnType<typeof queries.findCohortWithin>>>,
  platformUserId: string,
  now: Date,
  removalId?: string,
): Promise<{ readonly userId: number; readonly line: AuditLine } | null> {
  const { id: cohortId, systemId, courseId, title } = cohort;
  const enrolment = await enrolments.selectEnrolment(tx, systemId, cohortId, platformUserId);
  if (!enrolment) return null;
  const { userId, name, importId } = enrolment;
  if (removalId)
    await insertRemoval(tx, { systemId, cohortId, userIds: [userId], removalId, movedTo: null, now });
  // If two calls run at once, a single one deletes the row.
  if (!(await enrolments.deleteEnrolment(tx, systemId, cohortId, userId))) return null;
  await planUnenrolment(tx, { systemId, courseId, platformUserId, now });
  await cancelCandidateMails(tx, { systemId, cohortId, userIds: [userId] });
  const removal = removalId ? { removalId } : {};
  const detail = { name, cohort: title, cohortId, ...removal, ...importsOf([{ userId, importId }]) };
  return { userId, line: { action: 'candidate.unenrolled', subject: `user:${userId}`, systemId, detail } };
}
