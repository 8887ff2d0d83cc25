import { sql } from 'kysely';
import type { WriteTx } from '../platform/database/database.ts';

export interface PlannedCourse {
  readonly systemId: number;
  readonly courseId: string;
  readonly title: string;
  readonly examDate: string;
  readonly now: Date;
}

/**
 * Wishes for the platform. A wish that is in flight keeps its lease, so that no second worker can overtake the
 * first; whoever is in flight then sees that the wish has changed and leaves it for the next turn.
 */
export async function upsertCourse(tx: WriteTx, course: PlannedCourse): Promise<void> {
  const wanted = { title: course.title, exam_date: course.examDate };
  const afresh = { state: 'pending', attempts: 0, next_try_at: course.now, last_error: null } as const;
  await tx
    .insertInto('platform_courses')
    .values({ system_id: course.systemId, course_id: course.courseId, ...wanted, ...afresh })
    .onConflict((conflict) =>
      conflict.columns(['system_id', 'course_id']).doUpdateSet({ ...wanted, ...afresh }),
    )
    .execute();
}

/** The exam is cancelled: its course shall be closed to candidates. Who is placed in it stays so. */
export async function updateToCancel(
  tx: WriteTx,
  { systemId, courseId, now }: { readonly systemId: number; readonly courseId: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('platform_courses')
    .set({ cancelled_at: now, state: 'pending', attempts: 0, next_try_at: now, last_error: null })
    .where('system_id', '=', systemId)
    .where('course_id', '=', courseId)
    .execute();
}

export interface PlannedEnrolments {
  readonly systemId: number;
  readonly courseId: string;
  readonly cohortId: number;
  readonly importId: string;
  readonly now: Date;
}

/** One statement for any number of candidates; in the order of the key, as every other writer of these rows. */
export async function upsertEnrolmentsOfImport(tx: WriteTx, of: PlannedEnrolments): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into platform_enrolments as p
           (system_id, course_id, platform_user_id, user_id, wanted, state, next_try_at)
    select e.system_id, ${of.courseId}::text, e.learning_platform_id, e.user_id, 'in', 'pending', ${of.now}::timestamptz
    from enrolments e
    where e.system_id = ${of.systemId}::integer and e.cohort_id = ${of.cohortId}::bigint
      and e.import_id = ${of.importId}::uuid
    order by e.learning_platform_id
    on conflict (system_id, course_id, platform_user_id) do update
    set wanted = 'in', state = 'pending', version = p.version + 1, attempts = 0,
        next_try_at = excluded.next_try_at, last_error = null`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** One person's place in a course, wished for anew where she had one before. */
export async function upsertEnrolment(
  tx: WriteTx,
  of: PlannedUnenrolment & { readonly userId: number },
): Promise<void> {
  await sql`
    insert into platform_enrolments as p
           (system_id, course_id, platform_user_id, user_id, wanted, state, next_try_at)
    values (${of.systemId}::integer, ${of.courseId}::text, ${of.platformUserId}::text, ${of.userId}::bigint,
            'in', 'pending', ${of.now}::timestamptz)
    on conflict (system_id, course_id, platform_user_id) do update
    set wanted = 'in', state = 'pending', version = p.version + 1, attempts = 0,
        next_try_at = excluded.next_try_at, last_error = null`.execute(tx);
}

export interface PlannedUnenrolment {
  readonly systemId: number;
  readonly courseId: string;
  readonly platformUserId: string;
  readonly now: Date;
}

/** Somebody who was never planned in needs no way out. */
export async function updateToUnenrol(tx: WriteTx, of: PlannedUnenrolment): Promise<void> {
  await tx
    .updateTable('platform_enrolments')
    .set((row) => ({
      wanted: 'out',
      state: 'pending',
      version: row('version', '+', 1),
      attempts: 0,
      next_try_at: of.now,
      last_error: null,
    }))
    .where('system_id', '=', of.systemId)
    .where('course_id', '=', of.courseId)
    .where('platform_user_id', '=', of.platformUserId)
    .execute();
}

/** The way out of every course that a person is placed in, before her enrolments go. */
export async function updateToLeave(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await sql`
    update platform_enrolments p
    set wanted = 'out', state = 'pending', version = p.version + 1, attempts = 0,
        next_try_at = ${now}::timestamptz, last_error = null
    from enrolments e join cohorts c on c.id = e.cohort_id and c.system_id = e.system_id
    where e.user_id = ${userId}::bigint and p.system_id = e.system_id and p.course_id = c.course_id
      and p.platform_user_id = e.learning_platform_id`.execute(tx);
}
