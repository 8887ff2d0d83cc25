import type { ExtraTime } from '@guichet/contract/learning/learning.extraTime';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { ExtraTimeJob } from '../jobs/jobs.queries.ts';
import {
  type Candidates,
  isAmong,
  type OfCourse,
  queueAfresh,
  queueEverywhere,
  queueInCourse,
} from '../jobs/planning.queries.ts';

/** Clears the facts read back for a row that is queued again. */
const unread = sql`quizzes = null, in_place = null, read_at = null`;

/**
 * Queues the extra time of these candidates anew. Where the portal sets the dates of the quizzes, candidates
 * without extra time are queued too, for the dates alone. Rows are written in the order of the key, as every
 * other writer does.
 */
export async function planExtraTimes(tx: WriteTx, of: OfCourse & Candidates): Promise<void> {
  await sql`
    insert into platform_extra_times as p
      (system_id, course_id, platform_user_id, state, next_try_at, dates_alone)
    select e.system_id, ${of.courseId}::text, e.learning_platform_id, 'pending', ${of.now}::timestamptz,
           x.user_id is null
    from enrolments e left join extra_times x on x.exam_id = e.exam_id and x.user_id = e.user_id
    where e.system_id = ${of.systemId}::integer and e.exam_id = ${of.examId}::bigint and ${isAmong(of)}
      and (x.user_id is not null or exists (
        select from platform_courses c
        where c.system_id = ${of.systemId}::integer and c.course_id = ${of.courseId} and c.sets_dates))
    order by e.learning_platform_id
    on conflict (system_id, course_id, platform_user_id) do update
    set ${queueAfresh(tx, sql`excluded.next_try_at`)}, ${unread},
        dates_alone = p.dates_alone and excluded.dates_alone`.execute(tx);
}

/** Queues these people's present extra time, usually none by now, if the platform was ever told of any. */
export async function planNoExtraTimes(
  tx: WriteTx,
  of: OfCourse & { readonly platformUserIds: readonly string[] },
): Promise<void> {
  await queueInCourse(tx, 'platform_extra_times', unread, of);
}

/** Does the same in all courses of a person, before their enrolments are deleted. */
export async function planNoExtraTimesAnywhere(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await queueEverywhere(tx, 'platform_extra_times', unread, { userId, now });
}

/** The present extra time of all people of a course, by their keys; people without any are absent. */
export async function selectExtraTimes(
  db: ReadDb,
  { systemId, courseId }: Pick<ExtraTimeJob, 'systemId' | 'courseId'>,
): Promise<ReadonlyMap<string, ExtraTime>> {
  const { rows } = await sql<{ key: string } & ExtraTime>`
    select e.learning_platform_id as key, x.minutes, x.factor
    from exams c
         join enrolments e on e.exam_id = c.id and e.learning_platform_id is not null
         join extra_times x on x.exam_id = e.exam_id and x.user_id = e.user_id
    where c.system_id = ${systemId}::integer and c.course_id = ${courseId}`.execute(db);
  return new Map(rows.map(({ key, ...extraTime }) => [key, extraTime as ExtraTime]));
}

/** Opens the quizzes of the course to all its candidates in the hours of the exam, from now on. */
export async function planQuizDates(tx: WriteTx, of: OfCourse & { readonly examId: number }): Promise<void> {
  await tx
    .updateTable('platform_courses')
    .set({ sets_dates: true })
    .where((eb) => eb.and({ system_id: of.systemId, course_id: of.courseId }))
    .execute();
  await planExtraTimes(tx, { ...of, isEverybody: true });
}

interface FormerHours {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Remembers the hours that the exam had until now, if the portal sets the dates of its quizzes. */
export async function addFormerHours(
  tx: WriteTx,
  { systemId, courseId }: OfCourse,
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<void> {
  await sql`
    update platform_courses set former_hours = former_hours || ${JSON.stringify([{ startsAt, endsAt }])}::jsonb
    where system_id = ${systemId} and course_id = ${courseId} and sets_dates`.execute(tx);
}

/** Day and hours of a course's exam; `setsDates`: the portal opens its quizzes to all in these hours. */
export function selectHours(db: ReadDb, { systemId, courseId }: Pick<ExtraTimeJob, 'systemId' | 'courseId'>) {
  return db
    .selectFrom('exams as c')
    .innerJoin('platform_courses as p', (join) =>
      join.onRef('p.system_id', '=', 'c.system_id').onRef('p.course_id', '=', 'c.course_id'),
    )
    .select([
      'c.exam_date as examDate',
      'c.start_time as startTime',
      'c.end_time as endTime',
      'c.end_date as endDate',
      'p.sets_dates as setsDates',
      sql<readonly FormerHours[]>`p.former_hours`.as('formerHours'),
    ])
    .where((eb) => eb.and({ 'c.system_id': systemId, 'c.course_id': courseId }))
    .executeTakeFirst();
}

type Version = { readonly platformUserId: string; readonly version: number };

/** Stores the facts read back, unless the job was queued anew meanwhile. */
export async function updateFacts(
  tx: WriteTx,
  of: Pick<ExtraTimeJob, 'systemId' | 'courseId'>,
  facts: readonly (Version & { readonly quizzes: number | null; readonly inPlace: number | null })[],
  now: Date,
): Promise<void> {
  await sql`
    update platform_extra_times p set quizzes = f.quizzes, in_place = f."inPlace", read_at = ${now}::timestamptz
    from (select * from json_to_recordset(${JSON.stringify(facts)}::json)
            as f ("platformUserId" text, version integer, quizzes integer, "inPlace" integer)) f
    where p.system_id = ${of.systemId}::integer and p.course_id = ${of.courseId}
      and p.platform_user_id = f."platformUserId" and p.version = f.version`.execute(tx);
}

/**
 * Deletes rows of people whose extra time was taken away, unless the job was queued anew meanwhile, or the
 * course has been on another platform: extra time may still be set there, and is taken away when the course
 * comes back.
 */
export async function deleteTakenAway(
  tx: WriteTx,
  of: Pick<ExtraTimeJob, 'systemId' | 'courseId'>,
  taken: readonly Version[],
): Promise<void> {
  await sql`
    delete from platform_extra_times p
    using (select * from json_to_recordset(${JSON.stringify(taken)}::json) as f ("platformUserId" text, version integer)) f
    where p.system_id = ${of.systemId}::integer and p.course_id = ${of.courseId}
      and p.platform_user_id = f."platformUserId" and p.version = f.version and not p.was_moved`.execute(tx);
}

/** The state of extra time on the platform, for a course's people with something to do there, or for one. */
export function selectStates(
  db: ReadDb,
  { systemId, courseId }: Pick<ExtraTimeJob, 'systemId' | 'courseId'>,
  platformUserId?: string,
) {
  return (
    db
      .selectFrom('platform_extra_times')
      .select([
        'platform_user_id as platformUserId',
        'state',
        'next_try_at as nextTryAt',
        'last_error as reason',
        sql<Remark | null>`last_remark`.as('remark'),
        'quizzes',
        'in_place as inPlace',
        'read_at as readAt',
      ])
      .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
      .$if(platformUserId !== undefined, (query) =>
        query.where('platform_user_id', '=', platformUserId ?? ''),
      )
      // A row that is done but was never read stands for time taken away, kept for another platform.
      .where(({ or, eb }) => or([eb('state', '<>', 'done'), eb('read_at', 'is not', null)]))
      .execute()
  );
}
