import type { Repair } from '@guichet/contract/learning/learning.drift';
import { record, systemTransaction, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { getDrift, planReading, planRepair } from '../drift/drift.service.ts';
import { getHealth, planRetry } from '../learning.service.ts';

/** Functions of the district above that the endpoints of an exam's course need; `app.ts` hands them in. */
export interface Exams {
  /** @throws AppError `cohort.notFound`, also for a cancelled exam */
  getActiveCohort(
    db: ReadDb,
    systemId: number,
    cohortId: number,
  ): Promise<{ readonly courseId: string; readonly title: string }>;
  /** @throws AppError `cohort.notFound` */
  getAnyCohort(
    db: ReadDb,
    systemId: number,
    cohortId: number,
  ): Promise<{
    readonly courseId: string;
    readonly title: string;
    readonly titleEn: string;
    readonly date: string;
  }>;
}

/** The state of a cohort's course and enrolments on the platform. @throws AppError `cohort.notFound` */
export async function getPlatformHealth(
  context: AppContext,
  { systemId }: SystemGrant,
  cohortId: number,
  exams: Exams,
) {
  const { courseId } = await exams.getActiveCohort(context.database.read, systemId, cohortId);
  return getHealth(context.database.read, { systemId, courseId });
}

/** Retries a cohort's failed and waiting jobs; returns their number. @throws AppError `cohort.notFound` */
export async function retryPlatform(context: AppContext, grant: SystemGrant, cohortId: number, exams: Exams) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    const { courseId, title } = await exams.getActiveCohort(tx, systemId, cohortId);
    const retried = await planRetry(tx, { systemId, courseId, now: context.clock.now() });
    if (retried === 0) return unchanged(0);
    const detail = { name: title, courseId, retried };
    return record(retried, { action: 'cohort.platformRetried', subject: `cohort:${cohortId}`, detail });
  });
}

/** The drift last read of a cohort's course, even of a cancelled exam. @throws AppError `cohort.notFound` */
export async function getPlatformDrift(
  context: AppContext,
  { systemId }: SystemGrant,
  cohortId: number,
  exams: Exams,
) {
  const { courseId } = await exams.getAnyCohort(context.database.read, systemId, cohortId);
  return getDrift(context.database.read, { systemId, courseId }, context.clock.now());
}

/** Plans a reading of the cohort's course. @throws AppError `cohort.notFound` */
export async function readPlatformDrift(
  context: AppContext,
  { systemId }: SystemGrant,
  cohortId: number,
  exams: Exams,
) {
  const { courseId } = await exams.getAnyCohort(context.database.read, systemId, cohortId);
  const now = context.clock.now();
  await systemTransaction(context, (tx) => planReading(tx, { systemId, courseId }, now));
  return true as const;
}

/** Plans the repair of differences; returns the number of rows. @throws AppError `cohort.notFound` */
export async function repairPlatform(
  context: AppContext,
  grant: SystemGrant,
  cohortId: number,
  repair: Repair,
  exams: Exams,
) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    const { courseId, title, titleEn, date: examDate } = await exams.getAnyCohort(tx, systemId, cohortId);
    const of = { systemId, courseId, cohortId, title, titleEn, examDate, now: context.clock.now() };
    const { count: differences, strangers } = await planRepair(tx, of, repair);
    if (differences === 0) return unchanged(0);
    const subject = `cohort:${cohortId}`;
    if (repair.what !== 'stranger') {
      const detail = { name: title, courseId, differences };
      return record(differences, { action: 'cohort.platformRepaired', subject, detail });
    }
    // A stranger may have no account here, so the name is the platform's.
    const person = strangers.map(({ name, externalId }) => name.trim() || externalId).join(', ');
    const detail = { name: title, courseId, person };
    return record(differences, { action: 'cohort.strangerRemoved', subject, detail });
  });
}
