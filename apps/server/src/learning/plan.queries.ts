import { type RawBuilder, sql } from 'kysely';
import type { WriteTx } from '../platform/database/database.ts';

interface OfCourse {
  readonly systemId: number;
  readonly courseId: string;
  readonly now: Date;
}

/**
 * Columns that queue a job anew, as the row `p`. A running job keeps its lease, so that no second worker starts before the
 * first has ended; the new version invalidates its result.
 */
const afresh = (now: RawBuilder<Date>) => sql`
  state = 'pending', version = p.version + 1, attempts = 0, next_try_at = ${now}, last_error = null`;

export async function planCourse(
  tx: WriteTx,
  of: OfCourse & { readonly title: string; readonly examDate: string },
): Promise<void> {
  await sql`
    insert into platform_courses as p (system_id, course_id, title, exam_date, state, next_try_at)
    values (${of.systemId}, ${of.courseId}, ${of.title}, ${of.examDate}::date, 'pending', ${of.now}::timestamptz)
    on conflict (system_id, course_id) do update
    set title = excluded.title, exam_date = excluded.exam_date, ${afresh(sql`excluded.next_try_at`)}`.execute(
    tx,
  );
}

/** Queues the closing of a course whose exam is cancelled, or its opening for null. Enrolments stay. */
export async function planCancellation(
  tx: WriteTx,
  { systemId, courseId, now }: OfCourse,
  cancelledAt: Date | null,
): Promise<void> {
  await sql`
    update platform_courses p set cancelled_at = ${cancelledAt}::timestamptz, ${afresh(sql`${now}::timestamptz`)}
    where system_id = ${systemId} and course_id = ${courseId}`.execute(tx);
}

/**
 * Queues the enrolments of an import, or of some people, anew where rows exist. Returns their number. One statement for any
 * number of candidates, in the order of the key, like every other writer of these rows.
 */
export async function planEnrolments(
  tx: WriteTx,
  of: OfCourse & { readonly cohortId: number } & (
      | { readonly importId: string }
      | { readonly userIds: readonly number[] }
    ),
): Promise<number> {
  const isMeant =
    'importId' in of
      ? sql`e.import_id = ${of.importId}::uuid`
      : sql`e.user_id = any(${of.userIds}::bigint[])`;
  const { numAffectedRows } = await sql`
    insert into platform_enrolments as p
           (system_id, course_id, platform_user_id, user_id, wanted, state, next_try_at)
    select e.system_id, ${of.courseId}::text, e.learning_platform_id, e.user_id, 'in', 'pending', ${of.now}::timestamptz
    from enrolments e
    where e.system_id = ${of.systemId}::integer and e.cohort_id = ${of.cohortId}::bigint and ${isMeant}
    order by e.learning_platform_id
    on conflict (system_id, course_id, platform_user_id) do update
    set wanted = 'in', ${afresh(sql`excluded.next_try_at`)}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Queues the removal of a person from a course, if her enrolment was ever planned. */
export async function planUnenrolment(
  tx: WriteTx,
  of: OfCourse & { readonly platformUserId: string },
): Promise<void> {
  await sql`
    update platform_enrolments p set wanted = 'out', ${afresh(sql`${of.now}::timestamptz`)}
    where system_id = ${of.systemId} and course_id = ${of.courseId} and platform_user_id = ${of.platformUserId}`.execute(
    tx,
  );
}

/**
 * Queues the removal of these people from a course, as far as their enrolments were planned. Rows are locked in the order of
 * the key first, and not joined: where they are new to the planner's statistics, a join would compare each with each.
 */
export async function planUnenrolments(
  tx: WriteTx,
  of: OfCourse & { readonly platformUserIds: readonly string[] },
): Promise<void> {
  const isMeant = sql`p.system_id = ${of.systemId}::integer and p.course_id = ${of.courseId}
    and p.platform_user_id = any(${of.platformUserIds}::text[])`;
  await sql`select from platform_enrolments p where ${isMeant} order by p.platform_user_id for update`.execute(
    tx,
  );
  await sql`
    update platform_enrolments p set wanted = 'out', ${afresh(sql`${of.now}::timestamptz`)}
    where ${isMeant}`.execute(tx);
}

/** Queues the removal of a person from all her courses, before her enrolments are deleted. */
export async function planDeparture(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await sql`
    update platform_enrolments p set wanted = 'out', ${afresh(sql`${now}::timestamptz`)}
    from enrolments e join cohorts c on c.id = e.cohort_id and c.system_id = e.system_id
    where e.user_id = ${userId}::bigint and p.system_id = e.system_id and p.course_id = c.course_id
      and p.platform_user_id = e.learning_platform_id`.execute(tx);
}
