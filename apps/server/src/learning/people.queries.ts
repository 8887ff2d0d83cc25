import { sql } from 'kysely';
import type { ReadDb } from '../core/database/database.ts';
import { placeState } from './plan/plan.queries.ts';

export type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number];

/** The facts of people that platforms get; deleted accounts are absent. */
export function selectPeople(db: ReadDb, userIds: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'language'])
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .execute();
}

/** The person's enrolment in the exam of the course, and when its exam was cancelled. */
export function selectPlace(db: ReadDb, systemId: number, courseId: string, userId: number) {
  return coursesOf(db, systemId, courseId)
    .innerJoin('enrolments as e', 'e.exam_id', 'c.id')
    .select('c.deactivated_at as cancelledAt')
    .where('e.user_id', '=', userId)
    .executeTakeFirst();
}

/** Whether the platform refuses the person's place on the course, or the course. */
export async function isPlaceRefused(db: ReadDb, systemId: number, courseId: string, userId: number) {
  const refused = await db
    .selectFrom('platform_enrolments as p')
    .select('p.user_id')
    .where((eb) => eb.and({ 'p.system_id': systemId, 'p.course_id': courseId, 'p.user_id': userId }))
    .where((eb) => eb.and({ 'p.wanted': 'in', 'p.only_account': false }))
    .where(sql<boolean>`${placeState} in ('failed', 'courseFailed')`)
    .executeTakeFirst();
  return refused !== undefined;
}

/** Whether the system has the course, also of a deactivated exam. */
export async function hasCourse(db: ReadDb, systemId: number, courseId: string) {
  return (await coursesOf(db, systemId, courseId).executeTakeFirst()) !== undefined;
}

function coursesOf(db: ReadDb, systemId: number, courseId: string) {
  return db
    .selectFrom('exams as c')
    .select('c.id')
    .where((eb) => eb.and({ 'c.system_id': systemId, 'c.course_id': courseId }));
}
