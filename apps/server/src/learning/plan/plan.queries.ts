import type { placeStates } from '@guichet/contract/learning/learning.states';
import { sql } from 'kysely';
import type { WriteTx } from '../../core/database/database.ts';
import { endsFrom } from '../../core/database/schema/examDays.ts';
import * as queries from '../extraTimes/extraTimes.queries.ts';
import { addFormerHours, planExtraTimes } from '../extraTimes/extraTimes.queries.ts';
import type { OfCourse } from '../jobs/planning.queries.ts';
import * as planning from '../jobs/planning.queries.ts';
import { planReading } from '../jobs/readingPlans.queries.ts';

/** Set for a repair that somebody asked for; absent for a change in the portal. */
interface MaybeRepair {
  readonly isRepair?: true;
}

/** A new course is made on the platform of its system, and stays there. */
export async function planCourse(
  tx: WriteTx,
  of: planning.OfCourse &
    MaybeRepair & {
      readonly title: string;
      readonly titleEn?: string | undefined;
      readonly examDate: string;
      readonly endDate?: string;
    },
): Promise<void> {
  await sql`
    insert into platform_courses as p (system_id, course_id, platform_id, title, title_en, exam_date, end_date, is_repair, state, next_try_at)
    select id, ${of.courseId}, platform_id, ${of.title}, ${of.titleEn ?? ''}, ${of.examDate}::date, ${of.endDate ?? ''},
           ${of.isRepair ?? false}::boolean, 'pending', ${of.now}::timestamptz
    from systems where id = ${of.systemId}
    on conflict (system_id, course_id) do update
    set title = excluded.title, title_en = excluded.title_en, exam_date = excluded.exam_date, end_date = excluded.end_date,
        is_repair = excluded.is_repair, ${planning.queueAfresh(tx, sql`excluded.next_try_at`)}`.execute(tx);
}

/** Forgets a course that is gone from the platform, to have it made anew; nobody is enrolled before. */
export async function forgetCourse(tx: WriteTx, { systemId, courseId }: planning.OfCourse): Promise<void> {
  await tx
    .updateTable('platform_courses')
    .set({ external_id: null })
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .execute();
}

/** Queues the closing of a course whose exam is cancelled, or its opening for null. Enrolments stay. */
export async function planCancellation(
  tx: WriteTx,
  { systemId, courseId, now }: planning.OfCourse,
  cancelledAt: Date | null,
): Promise<void> {
  await sql`
    update platform_courses p set cancelled_at = ${cancelledAt}::timestamptz, is_repair = false, ${planning.queueAfresh(tx, sql`${now}::timestamptz`)}
    where system_id = ${systemId} and course_id = ${courseId}`.execute(tx);
}

/**
 * Queues the enrolments of an import, or of some people, anew where rows exist. Returns their number. One
 * statement serves any number of candidates, in the order of the key, as every other writer of these
 * rows does.
 */
export async function planEnrolments(tx: WriteTx, of: planning.OfCourse & planning.Candidates & MaybeRepair) {
  const { numAffectedRows } = await sql`
    insert into platform_enrolments as p
           (system_id, course_id, platform_user_id, user_id, wanted, is_repair, state, next_try_at)
    select e.system_id, ${of.courseId}::text, e.learning_platform_id, e.user_id, 'in',
           ${of.isRepair ?? false}::boolean, 'pending', ${of.now}::timestamptz
    from enrolments e
    where e.system_id = ${of.systemId}::integer and e.exam_id = ${of.examId}::bigint and ${planning.isAmong(of)}
    order by e.learning_platform_id
    on conflict (system_id, course_id, platform_user_id) do update
    set wanted = 'in', is_repair = excluded.is_repair, only_account = false, ${planning.queueAfresh(tx, sql`excluded.next_try_at`)}`.execute(
    tx,
  );
  await queries.planExtraTimes(tx, of);
  return Number(numAffectedRows ?? 0);
}

/** Queues the removal of these people from a course where their enrolments were planned. */
export async function planUnenrolments(
  tx: WriteTx,
  of: planning.OfCourse & { readonly platformUserIds: readonly string[] },
): Promise<void> {
  await planning.queueInCourse(tx, 'platform_enrolments', sql`wanted = 'out'`, of);
  await queries.planNoExtraTimes(tx, of);
}

/** Exams are compared with the platform for this many days after their day (docs/platforms.md). */
export const watchedDays = 14;

/**
 * Queues a person's corrected name and address for the platforms of their coming exams and of those still
 * compared. A successful enrolment is not repeated, since the platform's staff may have changed it; a refused
 * enrolment is tried again with the corrected values. Returns the number of courses.
 */
export async function planAccountUpdate(
  tx: WriteTx,
  userId: number,
  { now, today }: { readonly now: Date; readonly today: string },
): Promise<number> {
  const isWatched = sql`p.wanted = 'in' and c.deactivated_at is null
    and ${endsFrom('c', sql`${today}::date - ${watchedDays}::integer`)}`;
  const change = sql`only_account = p.only_account or p.state = 'done'`;
  return planning.queueEverywhere(tx, 'platform_enrolments', change, { userId, now, where: isWatched });
}

/** Queues the removal of a person from all their courses, before their enrolments are deleted. */
export async function planDeparture(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await planning.queueEverywhere(tx, 'platform_enrolments', sql`wanted = 'out'`, { userId, now });
  await queries.planNoExtraTimesAnywhere(tx, userId, now);
}

/** Queues the effects of an exam's changed hours: dates of quizzes, and a reading that checks them. */
export async function planQuizHours(
  tx: WriteTx,
  of: OfCourse & { readonly examId: number },
  former: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<void> {
  await addFormerHours(tx, of, former);
  await planExtraTimes(tx, { ...of, isEverybody: true });
  await planReading(tx, of, of.now);
}

/** The state of a place `p` of `platform_enrolments`; until the platform has the course, the course's. */
export const placeState = sql<(typeof placeStates)[number] | null>`coalesce((
  select case k.state when 'failed' then 'courseFailed' else k.state end
  from platform_courses k
  where k.system_id = p.system_id and k.course_id = p.course_id and k.external_id is null
    and k.state in ('failed', 'waiting') and p.state in ('pending', 'waiting')), p.state)`;
