/**
 * Owns the creation of an exam space: the cohort at once, its course on the learning platform through the queue.
 * Does not know its candidates.
 */
import type { Cohort } from '@guichet/contract/cohorts';
import type { NewExamSpace } from '@guichet/contract/exams';
import { record, unchanged, write } from '../audit/audit.service.ts';
import { createCohort, findCohortOfForm, getCohort } from '../cohorts/cohorts.service.ts';
import { planCourse } from '../learning/learning.service.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { sameFormSeconds, secondsAfter } from '../platform/runtime/clock.ts';
import { invalidField } from '../platform/runtime/errors.ts';
import { getSystem, lockSystem } from '../systems/systems.service.ts';

/**
 * Idempotent: the same form returns the exam space that it created before.
 * @throws AppError `request.invalid` for a day that is over (S5.16)
 */
export async function createExamSpace(
  context: AppContext,
  grant: SystemGrant,
  exam: NewExamSpace,
): Promise<Cohort> {
  const { title, examDate, requestId = null } = exam;
  if (examDate < context.clock.today()) throw invalidField('examDate', 'dateInPast');
  const { systemId } = grant;
  const { coursePrefix } = await getSystem(context.database.read, systemId);
  const now = context.clock.now();
  const cohortId = await write(context, grant, async (tx) => {
    // Serializes concurrent requests, so that the second finds the cohort of the first.
    await lockSystem(tx, systemId);
    const since = secondsAfter(now, -sameFormSeconds);
    const made = await findCohortOfForm(tx, { systemId, title, examDate, requestId, since });
    if (made) return unchanged(made.id);
    const cohort = await createCohort(tx, { systemId, exam, coursePrefix, now });
    await planCourse(tx, { systemId, courseId: cohort.courseId, title, examDate, now });
    const detail = { name: title, examDate, courseId: cohort.courseId };
    return record(cohort.id, { action: 'examSpace.created', subject: `cohort:${cohort.id}`, detail });
  });
  context.notifier.notify('learning');
  return getCohort(context.database.read, grant, cohortId);
}
