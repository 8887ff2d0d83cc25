import { record, unchanged, write } from '../audit/audit.service.ts';
import { getHealth, planRetry } from '../learning/learning.service.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { getActiveCohort } from './cohorts.service.ts';

/** The state of a cohort's course and enrolments on the learning platform. @throws AppError `cohort.notFound` */
export async function getPlatformHealth(context: AppContext, { systemId }: SystemGrant, cohortId: number) {
  const { courseId } = await getActiveCohort(context.database.read, systemId, cohortId);
  return getHealth(context.database.read, { systemId, courseId });
}

/** Retries the cohort's failed and waiting platform jobs now; returns their number. @throws AppError `cohort.notFound` */
export async function retryPlatform(context: AppContext, grant: SystemGrant, cohortId: number) {
  const { systemId } = grant;
  const count = await write(context, grant, async (tx) => {
    const { courseId, title } = await getActiveCohort(tx, systemId, cohortId);
    const retried = await planRetry(tx, { systemId, courseId, now: context.clock.now() });
    if (retried === 0) return unchanged(0);
    const detail = { name: title, courseId, retried };
    return record(retried, { action: 'cohort.platformRetried', subject: `cohort:${cohortId}`, detail });
  });
  context.notifier.notify('learning');
  return count;
}
