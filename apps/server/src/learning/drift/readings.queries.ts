import type { Drift } from '@guichet/contract/learning/learning.drift';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { destinationOfPlatform, type ReadingJob } from '../jobs/jobs.queries.ts';
import type { CourseKey } from '../jobs/planning.queries.ts';
import { storedRemark } from '../learning.service.ts';
import type { Expected, Findings } from './compare.ts';

/** Marks a stranger for removal from the course at the next reading. */
export async function addRemoval(tx: WriteTx, { systemId, courseId }: CourseKey, externalId: string) {
  await sql`
    update platform_readings set removals = (removals - ${externalId}::text) || to_jsonb(${externalId}::text)
    where system_id = ${systemId} and course_id = ${courseId}`.execute(tx);
}

export async function addRepaired(tx: WriteTx, { systemId, courseId }: CourseKey, rows: number) {
  await sql`
    update platform_courses set repaired = repaired + ${rows}::integer
    where system_id = ${systemId} and course_id = ${courseId}`.execute(tx);
}

/** The people whom the portal wants on a course, or off it, each with the version of their row. */
export async function selectExpected(
  db: ReadDb,
  { systemId, courseId, platformId }: CourseKey & Pick<ReadingJob, 'platformId'>,
): Promise<(Expected & { readonly version: number })[]> {
  const rows = await db
    .selectFrom('platform_enrolments as p')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.platform_user_id as key',
      'p.wanted',
      'p.version',
      sql<boolean>`p.state in ('done', 'failed')`.as('isSettled'),
      sql<string | null>`case when p.state = 'failed' then coalesce(p.last_error, '') end`.as('reason'),
      sql<Remark | null>`p.last_remark`.as('remark'),
      sql<boolean>`exists (select from platform_accounts a where a.site = ${destinationOfPlatform(platformId)}
        and a.user_id = p.user_id and a.origin = 'joined')`.as('isJoined'),
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.email',
    ])
    .where((eb) => eb.and({ 'p.system_id': systemId, 'p.course_id': courseId }))
    .orderBy('u.sort_name')
    .orderBy('p.platform_user_id')
    .execute();
  return rows.map(({ reason, remark, ...row }) => ({ ...row, refusal: storedRemark({ reason, remark }) }));
}

/** Whether this course is another exam's on the same platform, as on a reinstalled site, with ids anew. */
export async function isOfAnotherExam(
  db: ReadDb,
  { systemId, courseId, platformId, externalId }: ReadingJob,
  code: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('platform_courses')
    .select('course_id')
    .where('platform_id', 'is not distinct from', platformId)
    .where('external_id', '=', externalId)
    .where('course_id', '=', code)
    .where((row) => row.or([row('system_id', '<>', systemId), row('course_id', '<>', courseId)]))
    .executeTakeFirst();
  return other !== undefined;
}

/** A person's row at the version that was read. */
export interface SettledPlace {
  readonly key: string;
  readonly version: number;
}

/** Sets refused enrolments to done where the platform has what the portal wants all the same. */
async function settlePlaces(
  tx: WriteTx,
  { systemId, courseId }: CourseKey,
  places: readonly SettledPlace[],
  now: Date,
): Promise<void> {
  if (places.length === 0) return;
  const known = JSON.stringify(places.map(({ key, version }) => ({ key, version })));
  await sql`
    update platform_enrolments p
    set state = 'done', last_error = null, last_remark = null, done_at = ${now}::timestamptz
    from (select * from json_to_recordset(${known}::json) as f (key text, version integer)) f
    where p.system_id = ${systemId} and p.course_id = ${courseId} and p.platform_user_id = f.key
      and p.version = f.version and p.state = 'failed'`.execute(tx);
}

/** Stores the findings of a reading. `removed`: ids of strangers for whom no removal is asked any more. */
export async function updateFindings(
  tx: WriteTx,
  { systemId, courseId }: CourseKey,
  of: { findings: Findings; mended: readonly SettledPlace[]; removed: readonly string[]; now: Date },
): Promise<void> {
  const { findings, mended, removed, now } = of;
  await settlePlaces(tx, { systemId, courseId }, mended, now);
  const { course, missing, strangers, changed } = findings;
  const counts = {
    course: course.length,
    missing: missing.length,
    strangers: strangers.length,
    changed: changed.length,
    shut: course.filter(({ fact }) => fact === 'shut').length,
  };
  await tx
    .updateTable('platform_readings')
    .set({
      ...counts,
      findings: JSON.stringify(findings),
      read_at: now,
      removals: sql`removals - ${removed}::text[]`,
    })
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .execute();
}

/** A course's last reading; `state` ignores a reading planned for later: it stays `done`, or null. */
export function selectReading(db: ReadDb, { systemId, courseId }: CourseKey, now: Date) {
  return db
    .selectFrom('platform_readings')
    .select([
      sql<
        Drift['state']
      >`case when state <> 'pending' or leased_until is not null or next_try_at <= ${now}::timestamptz then state
                               when read_at is not null then 'done' end`.as('state'),
      'last_error as reason',
      sql<Remark | null>`last_remark`.as('remark'),
      sql<Date | null>`case when state in ('done', 'failed') then null else next_try_at end`.as('nextTryAt'),
      'read_at as readAt',
      sql<Findings | null>`findings`.as('findings'),
      sql<
        Drift['counts']
      >`json_build_object('course', course, 'missing', missing, 'changed', changed, 'strangers', strangers)`.as(
        'counts',
      ),
    ])
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .executeTakeFirst();
}

export function lockReading(tx: WriteTx, { systemId, courseId }: CourseKey) {
  return tx
    .selectFrom('platform_readings')
    .select([sql<Findings | null>`findings`.as('findings'), sql<readonly string[]>`removals`.as('removals')])
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .forUpdate()
    .executeTakeFirst();
}

/** Present names and addresses of people with these keys and an enrolment ever planned on the course. */
export function selectNames(db: ReadDb, of: CourseKey, keys: readonly string[]) {
  return planned(db, of)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.platform_user_id as key',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.email',
    ])
    .where(sql<boolean>`p.platform_user_id = any(${keys}::text[])`)
    .execute();
}

/** Whether the course itself has no job under way. */
export async function isCourseSettled(db: ReadDb, { systemId, courseId }: CourseKey): Promise<boolean> {
  const course = await db
    .selectFrom('platform_courses')
    .select(sql<boolean>`state in ('done', 'failed')`.as('isSettled'))
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .executeTakeFirst();
  return course?.isSettled ?? false;
}

/** Ids of the users with these keys whom the portal wants on the course and whose jobs have ended. */
export async function selectSettled(db: ReadDb, of: CourseKey, keys: readonly string[]): Promise<number[]> {
  const rows = await wanted(db, of)
    .where('p.state', 'in', ['done', 'failed'])
    .where(sql<boolean>`p.platform_user_id = any(${keys}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function selectWanted(db: ReadDb, of: CourseKey): Promise<number[]> {
  return (await wanted(db, of).execute()).map(({ id }) => id);
}

function wanted(db: ReadDb, of: CourseKey) {
  return planned(db, of).select('p.user_id as id').where('p.wanted', '=', 'in');
}

function planned(db: ReadDb, { systemId, courseId }: CourseKey) {
  return db
    .selectFrom('platform_enrolments as p')
    .where((eb) => eb.and({ 'p.system_id': systemId, 'p.course_id': courseId }));
}

/** Differing rows of all exams, by list. */
export async function countDrifts(db: ReadDb) {
  const sum = (column: 'course' | 'missing' | 'changed' | 'strangers') =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)::integer`.as(column);
  return db
    .selectFrom('platform_readings')
    .select([sum('course'), sum('missing'), sum('changed'), sum('strangers')])
    .executeTakeFirstOrThrow();
}

/** Rows that were repaired since the portal was set up. */
export async function countRepaired(db: ReadDb): Promise<number> {
  const { rows } = await db
    .selectFrom('platform_courses')
    .select(sql<number>`coalesce(sum(repaired), 0)::integer`.as('rows'))
    .where('repaired', '>', 0)
    .executeTakeFirstOrThrow();
  return rows;
}
