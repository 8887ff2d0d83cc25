import { sql } from 'kysely';
import type { ReadDb } from '../platform/database/database.ts';
import type { TenantScope } from '../platform/database/rowSecurity/rowSecurity.ts';

/** Whether the learning platform refused the course or an enrolment of the cohort `c` for good. */
export const hasPlatformFailure = sql<boolean>`(
  exists (select from platform_courses f
          where f.system_id = c.system_id and f.course_id = c.course_id and f.state = 'failed')
  or exists (select from platform_enrolments f
             where f.system_id = c.system_id and f.course_id = c.course_id and f.state = 'failed'))`;

/** The active cohorts of these systems whose exam is `today` or later, by system, date and title. */
export function selectComingExams(db: ReadDb, systemIds: TenantScope, today: string) {
  return db
    .selectFrom('cohorts as c')
    .select(['c.system_id as systemId', 'c.id as cohortId', 'c.title', 'c.exam_date as date'])
    .select(hasPlatformFailure.as('isFailed'))
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`c.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .where('c.deactivated_at', 'is', null)
    .where('c.exam_date', '>=', today)
    .orderBy('c.system_id')
    .orderBy('c.exam_date')
    .orderBy('c.title')
    .orderBy('c.id')
    .execute();
}

/** The number of candidates of these cohorts, and of those who have never signed in; an empty cohort is left out. */
export function countCandidates(db: ReadDb, cohortIds: readonly number[]) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select([
      'e.cohort_id as cohortId',
      (row) => row.fn.countAll<number>().as('candidates'),
      sql<number>`count(*) filter (where u.last_visit_at is null)`.as('notSignedIn'),
    ])
    .where(sql<boolean>`e.cohort_id = any(${cohortIds}::bigint[])`)
    .groupBy('e.cohort_id')
    .execute();
}
