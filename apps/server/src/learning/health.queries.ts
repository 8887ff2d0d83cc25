import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { sql } from 'kysely';
import type { PlatformState, ReadDb } from '../core/database/database.ts';
import type { CourseKey } from './jobs/planning.queries.ts';

/** A longer list of stuck enrolments has one common cause, so the rest need not be shown. */
const mostShown = 200;

/** Null for jobs that are done or failed, which are not retried automatically. */
const nextTryAt = sql<Date | null>`case when p.state in ('done', 'failed') then null else p.next_try_at end`;

const lastRemark = sql<Remark | null>`p.last_remark`;

export function selectCourse(db: ReadDb, { systemId, courseId }: CourseKey) {
  return db
    .selectFrom('platform_courses as p')
    .select(['state', 'attempts', nextTryAt.as('nextTryAt'), 'last_error as reason', lastRemark.as('remark')])
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .executeTakeFirst();
}

/** The platform's own id of the course; null before it has been made. */
export async function findExternalId(db: ReadDb, { systemId, courseId }: CourseKey): Promise<string | null> {
  const course = await db
    .selectFrom('platform_courses')
    .select('external_id as externalId')
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .executeTakeFirst();
  return course?.externalId ?? null;
}

export async function countStates(db: ReadDb, { systemId, courseId }: CourseKey) {
  const rows = await db
    .selectFrom('platform_enrolments')
    .select(['state', (row) => row.fn.countAll<number>().as('n')])
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, n }) => [state, n])) as Partial<Record<PlatformState, number>>;
}

/** Failed enrolments, then waiting ones, each by name, with the platform's error text. */
export function selectStuck(db: ReadDb, { systemId, courseId }: CourseKey) {
  return db
    .selectFrom('platform_enrolments as p')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.platform_user_id as key',
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.email',
      'p.wanted',
      'p.state',
      'p.attempts',
      nextTryAt.as('nextTryAt'),
      'p.last_error as reason',
      lastRemark.as('remark'),
    ])
    .where((eb) => eb.and({ 'p.system_id': systemId, 'p.course_id': courseId }))
    .where('p.state', 'in', ['failed', 'waiting'])
    .orderBy('p.state')
    .orderBy('u.sort_name')
    .orderBy('p.platform_user_id')
    .limit(mostShown)
    .execute();
}
