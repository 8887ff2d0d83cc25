import { sql } from 'kysely';
import { notifyAfterCommit } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { endsFrom } from '../../core/database/schema/examDays.ts';
import { type CourseKey, learningTopic } from './planning.queries.ts';

/** Plans a reading of a course, as soon as no other job of the course is under way. */
export async function planReading(tx: WriteTx, { systemId, courseId }: CourseKey, now: Date): Promise<void> {
  notifyAfterCommit(tx, learningTopic);
  await sql`
    insert into platform_readings as r (system_id, course_id, state, next_try_at)
    select system_id, course_id, 'pending', ${now}::timestamptz from platform_courses
    where system_id = ${systemId} and course_id = ${courseId}
    on conflict (system_id, course_id) do update
    set state = 'pending', version = r.version + 1, attempts = 0, next_try_at = excluded.next_try_at,
        last_error = null`.execute(tx);
}

/** Changes of a course go on for a while, so that one reading after them is enough. */
const readBackSeconds = 60;

/**
 * Plans a reading of a course soon after the platform has carried out a change, once no further change is to
 * come: a row that no worker has taken yet will plan the reading later. A reading that waits for the platform
 * goes on waiting.
 */
export async function planReadBack(tx: WriteTx, { systemId, courseId }: CourseKey, now: Date): Promise<void> {
  await sql`
    insert into platform_readings as r (system_id, course_id, state, next_try_at)
    select system_id, course_id, 'pending', ${now}::timestamptz + ${readBackSeconds} * interval '1 second'
    from platform_courses c where system_id = ${systemId} and course_id = ${courseId} and not exists (
      select from platform_enrolments e where e.system_id = c.system_id and e.course_id = c.course_id
        and e.state in ('pending', 'waiting') and e.leased_until is null)
    on conflict (system_id, course_id) do update
    set state = 'pending', version = r.version + 1, attempts = 0, last_error = null,
        next_try_at = case r.state when 'pending' then least(r.next_try_at, excluded.next_try_at) else excluded.next_try_at end
    where r.state <> 'waiting'`.execute(tx);
}

/** Seconds between the readings of two exams by night. */
const paceSeconds = 20;

/**
 * Plans one after the other readings of the exams from `from` on, except cancelled exams and those whose
 * reading was due after `since`; deletes the readings of other exams. Returns the number of readings planned.
 */
export async function planReadings(
  tx: WriteTx,
  { now, from, since }: { readonly now: Date; readonly from: string; readonly since: Date },
): Promise<number> {
  const isWatched = sql`c.cancelled_at is null and c.external_id is not null and ${endsFrom('c', from)}`;
  await sql`
    delete from platform_readings r using platform_courses c
    where c.system_id = r.system_id and c.course_id = r.course_id and not (${isWatched})
      and r.leased_until is null and r.next_try_at < ${since}::timestamptz`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into platform_readings as r (system_id, course_id, state, next_try_at)
    select c.system_id, c.course_id, 'pending',
           ${now}::timestamptz + ${paceSeconds} * interval '1 second' * row_number() over (order by c.exam_date, c.system_id, c.course_id)
    from platform_courses c left join platform_readings k on k.system_id = c.system_id and k.course_id = c.course_id
    where ${isWatched} and (k.next_try_at is null or k.next_try_at < ${since}::timestamptz and k.state in ('done', 'failed'))
    on conflict (system_id, course_id) do update
    set state = 'pending', version = r.version + 1, attempts = 0, next_try_at = excluded.next_try_at`.execute(
    tx,
  );
  notifyAfterCommit(tx, learningTopic);
  return Number(numAffectedRows ?? 0);
}
