import { sql } from 'kysely';
import type { WriteTx } from '../platform/database/database.ts';
import type { PlatformState } from '../platform/database/schema.ts';

/** A claim: whoever holds it may call the platform until `leasedUntil`, which also tells this claim from others. */
interface Claim {
  readonly now: Date;
  readonly leasedUntil: Date;
}

/** What became of a wish that was in flight. */
export interface Verdict {
  readonly state: PlatformState;
  readonly nextTryAt: Date;
  readonly lastError: string | null;
}

export interface ClaimedCourse {
  readonly systemId: number;
  readonly courseId: string;
  readonly title: string;
  readonly examDate: string;
  readonly attempts: number;
}

/** The course that has been due the longest, unless another worker has it. */
export async function claimCourse(tx: WriteTx, { now, leasedUntil }: Claim): Promise<ClaimedCourse | null> {
  const { rows } = await sql<ClaimedCourse>`
    update platform_courses c set leased_until = ${leasedUntil}::timestamptz, attempts = c.attempts + 1
    from (select system_id, course_id from platform_courses
          where state in ('pending', 'waiting') and next_try_at <= ${now}::timestamptz
            and (leased_until is null or leased_until <= ${now}::timestamptz)
          order by next_try_at limit 1 for update skip locked) due
    where c.system_id = due.system_id and c.course_id = due.course_id
    returning c.system_id as "systemId", c.course_id as "courseId", c.title, c.exam_date as "examDate",
              c.attempts`.execute(tx);
  return rows[0] ?? null;
}

/** Writes the verdict down, but for a course whose title or date has changed meanwhile: that one stays due. */
export async function settleCourse(
  tx: WriteTx,
  course: ClaimedCourse,
  leasedUntil: Date,
  verdict: Verdict & { readonly externalId: string | null },
): Promise<void> {
  const { systemId, courseId, title, examDate } = course;
  await sql`
    update platform_courses c
    set leased_until = null, external_id = coalesce(${verdict.externalId}::text, c.external_id),
        state = case when same then ${verdict.state}::text else c.state end,
        next_try_at = case when same then ${verdict.nextTryAt}::timestamptz else c.next_try_at end,
        last_error = case when same then ${verdict.lastError}::text else c.last_error end
    from (select system_id, course_id, title = ${title} and exam_date = ${examDate}::date as same
          from platform_courses
          where system_id = ${systemId} and course_id = ${courseId} and leased_until = ${leasedUntil}::timestamptz
          for update) held
    where c.system_id = held.system_id and c.course_id = held.course_id`.execute(tx);
}

export interface ClaimedPerson {
  readonly systemId: number;
  readonly courseId: string;
  readonly externalId: string;
  readonly wanted: 'in' | 'out';
  readonly key: string;
  readonly version: number;
  readonly attempts: number;
  readonly userId: number;
}

/**
 * Up to `most` wishes of one kind for one course: that of the wish which has been due the longest. Courses that the
 * platform has not made yet are passed over.
 */
export async function claimPeople(tx: WriteTx, { now, leasedUntil }: Claim, most: number) {
  const isDue = sql`e.state in ('pending', 'waiting') and e.next_try_at <= ${now}::timestamptz
                    and (e.leased_until is null or e.leased_until <= ${now}::timestamptz)`;
  const { rows } = await sql<ClaimedPerson>`
    with turn as (
      select c.system_id, c.course_id, c.external_id, oldest.wanted
      from platform_courses c
           cross join lateral (select e.wanted, e.next_try_at from platform_enrolments e
                               where e.system_id = c.system_id and e.course_id = c.course_id and ${isDue}
                               order by e.next_try_at limit 1) oldest
      where c.external_id is not null
      order by oldest.next_try_at limit 1
    ), due as (
      select e.platform_user_id, turn.*
      from platform_enrolments e
           join turn on turn.system_id = e.system_id and turn.course_id = e.course_id and turn.wanted = e.wanted
      where ${isDue}
      order by e.platform_user_id limit ${most} for update of e skip locked
    )
    update platform_enrolments e
    set leased_until = ${leasedUntil}::timestamptz, attempts = e.attempts + 1
    from due
    where e.system_id = due.system_id and e.course_id = due.course_id and e.platform_user_id = due.platform_user_id
    returning e.system_id as "systemId", e.course_id as "courseId", due.external_id as "externalId", e.wanted,
              e.platform_user_id as key, e.version, e.attempts, e.user_id as "userId"`.execute(tx);
  return rows;
}

/** Writes verdicts down, but for people whose wish has changed meanwhile: they stay due, with the new wish. */
export async function settlePeople(
  tx: WriteTx,
  of: { readonly systemId: number; readonly courseId: string; readonly leasedUntil: Date },
  verdicts: readonly (Verdict & { readonly key: string; readonly version: number })[],
): Promise<void> {
  await sql`
    with verdict as (
      select * from json_to_recordset(${JSON.stringify(verdicts)}::json)
                    as v (key text, version integer, state text, "nextTryAt" timestamptz, "lastError" text)
    ), held as (
      select e.platform_user_id, e.version = v.version as same, v.state, v."nextTryAt", v."lastError"
      from platform_enrolments e join verdict v on v.key = e.platform_user_id
      where e.system_id = ${of.systemId} and e.course_id = ${of.courseId}
        and e.leased_until = ${of.leasedUntil}::timestamptz
      order by e.platform_user_id for update of e
    )
    update platform_enrolments e
    set leased_until = null,
        state = case when same then held.state else e.state end,
        next_try_at = case when same then held."nextTryAt" else e.next_try_at end,
        last_error = case when same then held."lastError" else e.last_error end
    from held
    where e.system_id = ${of.systemId} and e.course_id = ${of.courseId}
      and e.platform_user_id = held.platform_user_id`.execute(tx);
}

/** Ends every lease, for a start on a database that no other process can have open. */
export async function releaseLeases(tx: WriteTx): Promise<void> {
  const none = { leased_until: null };
  await tx.updateTable('platform_courses').set(none).where('leased_until', 'is not', null).execute();
  await tx.updateTable('platform_enrolments').set(none).where('leased_until', 'is not', null).execute();
}
