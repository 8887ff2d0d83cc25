import type { WriteTx } from '../platform/database/database.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';

/** Ends that enrolments meet on real platforms, in the form in which the worker writes them down. */
const ends = [
  { state: 'failed', attempts: 1, last_error: 'the e-mail address belongs to another account' },
  { state: 'waiting', attempts: 6, last_error: 'the platform answered 503 Service Unavailable' },
] as const;

/** As long as a place may be put off; who looks at the demo shall find it waiting. */
const longSeconds = 6 * 60 * 60;

/** For the demo: lets the last places of a system that are still to be made meet one end each. */
export async function seedDemoPlaces(tx: WriteTx, systemId: number, now: Date): Promise<void> {
  const places = await tx
    .selectFrom('platform_enrolments')
    .select(['course_id', 'platform_user_id'])
    .where('system_id', '=', systemId)
    .where('state', '=', 'pending')
    // Its number begins with the day of the exam: the one to come, and not those that are past.
    .orderBy('course_id', 'desc')
    .orderBy('user_id', 'desc')
    .limit(ends.length)
    .execute();
  for (const [index, { course_id, platform_user_id }] of places.entries()) {
    await tx
      .updateTable('platform_enrolments')
      .set({ ...ends[index], next_try_at: secondsAfter(now, longSeconds) })
      .where('system_id', '=', systemId)
      .where('course_id', '=', course_id)
      .where('platform_user_id', '=', platform_user_id)
      .execute();
  }
}
