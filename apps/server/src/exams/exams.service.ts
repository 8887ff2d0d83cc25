/**
 * Owns the making of an exam space: the cohort at once, its course on the learning platform through the queue.
 * Refuses to know who is placed in it.
 */
import type { Cohort } from '@guichet/contract/cohorts';
import type { NewExamSpace } from '@guichet/contract/exams';
import { record, write } from '../audit/audit.service.ts';
import { createCohort, getCohort } from '../cohorts/cohorts.service.ts';
import { planCourse } from '../learning/learning.service.ts';
import { invalidField } from '../platform/errors.ts';
import type { SystemGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { getSystem } from '../systems/systems.service.ts';

/** @throws AppError `request.invalid` for a day that is over (S5.16) */
export async function createExamSpace(house: House, grant: SystemGrant, exam: NewExamSpace): Promise<Cohort> {
  const { title, examDate } = exam;
  if (examDate < house.clock.today()) throw invalidField('examDate', 'dateInPast');
  const { systemId } = grant;
  const { coursePrefix } = await getSystem(house.database.read, systemId);
  const now = house.clock.now();
  const cohortId = await write(house, grant, async (tx) => {
    const cohort = await createCohort(tx, { systemId, title, examDate, coursePrefix, now });
    await planCourse(tx, { systemId, courseId: cohort.courseId, title, examDate, now });
    const detail = { name: title, examDate, courseId: cohort.courseId };
    return record(cohort.id, { action: 'examSpace.created', subject: `cohort:${cohort.id}`, detail });
  });
  house.bell.ring('learning');
  return getCohort(house.database.read, grant, cohortId);
}
