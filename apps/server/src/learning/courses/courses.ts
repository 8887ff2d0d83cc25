import type { Repair } from '@guichet/contract/learning/learning.drift';
import { record, systemTransaction, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant } from '../../core/context/appContext.ts';
import { getDrift, planReading, planRepair } from '../drift/drift.service.ts';
import type { CourseJob } from '../jobs/jobs.queries.ts';
import { getHealth, planRetry } from '../learning.service.ts';

/** Functions of the district above that the endpoints of an exam's course need; `app.ts` hands them in. */
export interface Exams {
  /** @throws AppError `exam.notFound`, also for a cancelled exam unless `alsoCancelled` */
  getExam(
    db: ReadDb,
    of: { readonly systemId: number; readonly examId: number },
    which?: { readonly alsoCancelled?: boolean },
  ): Promise<Pick<CourseJob, 'courseId' | 'title' | 'titleEn' | 'examDate' | 'endDate'>>;
}

/** The state of an exam's course and enrolments on the platform. @throws AppError `exam.notFound` */
export async function getPlatformHealth(
  context: AppContext,
  { systemId }: SystemGrant,
  examId: number,
  exams: Exams,
) {
  const { courseId } = await exams.getExam(context.database.read, { systemId, examId });
  return getHealth(context.database.read, { systemId, courseId });
}

/** Retries an exam's failed and waiting jobs; returns their number. @throws AppError `exam.notFound` */
export async function retryPlatform(context: AppContext, grant: SystemGrant, examId: number, exams: Exams) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    const { courseId, title } = await exams.getExam(tx, { systemId, examId });
    const retried = await planRetry(tx, { systemId, courseId, now: context.clock.now() });
    if (retried === 0) return unchanged(0);
    const detail = { name: title, courseId, retried };
    return record(retried, { action: 'exam.platformRetried', subject: `exam:${examId}`, detail });
  });
}

/** The drift last read of an exam's course, even of a cancelled exam. @throws AppError `exam.notFound` */
export async function getPlatformDrift(
  context: AppContext,
  { systemId }: SystemGrant,
  examId: number,
  exams: Exams,
) {
  const of = { systemId, examId };
  const { courseId } = await exams.getExam(context.database.read, of, { alsoCancelled: true });
  return getDrift(context.database.read, { systemId, courseId }, context.clock.now());
}

/** Plans a reading of the exam's course. @throws AppError `exam.notFound` */
export async function readPlatformDrift(
  context: AppContext,
  { systemId }: SystemGrant,
  examId: number,
  exams: Exams,
) {
  const of = { systemId, examId };
  const { courseId } = await exams.getExam(context.database.read, of, { alsoCancelled: true });
  const now = context.clock.now();
  await systemTransaction(context, (tx) => planReading(tx, { systemId, courseId }, now));
  return true as const;
}

/** Plans the repair of differences; returns the number of rows. @throws AppError `exam.notFound` */
export async function repairPlatform(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  repair: Repair,
  exams: Exams,
) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    const exam = await exams.getExam(tx, { systemId, examId }, { alsoCancelled: true });
    const { courseId, title, titleEn, examDate, endDate } = exam;
    const of = { systemId, courseId, examId, title, titleEn, examDate, endDate, now: context.clock.now() };
    const { count: differences, strangers } = await planRepair(tx, of, repair);
    if (differences === 0) return unchanged(0);
    const subject = `exam:${examId}`;
    if (repair.what !== 'stranger') {
      const detail = { name: title, courseId, differences };
      return record(differences, { action: 'exam.platformRepaired', subject, detail });
    }
    // A stranger may have no account here, so the name is the platform's.
    const person = strangers.map(({ name, externalId }) => name.trim() || externalId).join(', ');
    const detail = { name: title, courseId, person };
    return record(differences, { action: 'exam.strangerRemoved', subject, detail });
  });
}
