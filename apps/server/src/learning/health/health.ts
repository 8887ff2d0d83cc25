import type { PlatformHealth } from '@guichet/contract/learning.health';
import type { ReadDb } from '../../platform/database/database.ts';
import { countStates, selectCourse, selectStuck } from './health.queries.ts';

/** The state of a course and its enrolments on the learning platform. A course that was never planned is pending. */
export async function getHealth(
  db: ReadDb,
  of: { readonly systemId: number; readonly courseId: string },
): Promise<PlatformHealth> {
  const course = await selectCourse(db, of);
  return {
    course: course ? withNextTry(course) : { state: 'pending', attempts: 0, nextTryAt: null, reason: null },
    states: await countStates(db, of),
    stuck: (await selectStuck(db, of)).map(withNextTry),
  };
}

/** Null for jobs that are done or failed, which are not retried. */
function withNextTry<T extends PlatformHealth['course']>(row: T): T {
  return row.state === 'failed' || row.state === 'done' ? { ...row, nextTryAt: null } : row;
}
