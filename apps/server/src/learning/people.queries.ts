import { sql } from 'kysely';
import type { ReadDb } from '../platform/database/database.ts';

export type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number];

/** What a platform is told about people; who has been deleted is missing. */
export function selectPeople(db: ReadDb, userIds: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'language'])
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .execute();
}

/** The person's place in the cohort of the course, and since when its exam is cancelled. */
export function selectPlace(db: ReadDb, systemId: number, courseId: string, userId: number) {
  return coursesOf(db, systemId, courseId)
    .innerJoin('enrolments as e', 'e.cohort_id', 'c.id')
    .select('c.deactivated_at as cancelledAt')
    .where('e.user_id', '=', userId)
    .executeTakeFirst();
}

/** Whether the system has the course, of a deactivated cohort as well. */
export async function hasCourse(db: ReadDb, systemId: number, courseId: string) {
  return (await coursesOf(db, systemId, courseId).executeTakeFirst()) !== undefined;
}

function coursesOf(db: ReadDb, systemId: number, courseId: string) {
  return db
    .selectFrom('cohorts as c')
    .select('c.id')
    .where('c.system_id', '=', systemId)
    .where('c.course_id', '=', courseId);
}
