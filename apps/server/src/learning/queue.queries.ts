import { type RawBuilder, sql } from 'kysely';
import type { WriteTx } from '../platform/database/database.ts';
import { nothingHeld } from '../platform/database/outgoingHold.ts';
import type { PlatformState } from '../platform/database/schema/schema.ts';
import { longestObeyedSeconds } from './backoff.ts';

/** Outlasts every call, so that nobody else takes up what is still in flight. */
export const leaseSeconds = 180;
/** By so much clocks of several machines may disagree. */
const clockSeconds = 60;
const longestLease = sql`interval '1 second' * ${sql.lit(leaseSeconds + clockSeconds)}`;
const longestWait = sql`interval '1 second' * ${sql.lit(longestObeyedSeconds + clockSeconds)}`;

/** A lease that lasts longer than any does was written by a clock that was wrong. */
const isFree = (now: Date) => sql<boolean>`
  (leased_until is null or leased_until <= ${now}::timestamptz
   or leased_until > ${now}::timestamptz + ${longestLease})`;
const isDue = (now: Date) => sql<boolean>`
  state in ('pending', 'waiting') and next_try_at <= ${now}::timestamptz and ${isFree(now)}`;
/** The same for what was put off for longer than anything is; each of the two walks its own piece of the index. */
const isAstray = (now: Date) => sql<boolean>`
  state in ('pending', 'waiting') and next_try_at > ${now}::timestamptz + ${longestWait} and ${isFree(now)}`;

/** A claim: whoever holds it may call the platform until `leasedUntil`, which also tells this claim from others. */
interface Claim {
  readonly now: Date;
  readonly leasedUntil: Date;
}

/** What became of a wish that was in flight. */
export interface JobResult {
  readonly state: PlatformState;
  readonly nextTryAt: Date;
  readonly lastError: string | null;
}

export interface ClaimedCourse {
  readonly systemId: number;
  readonly courseId: string;
  readonly title: string;
  readonly examDate: string;
  readonly isCancelled: boolean;
  readonly attempts: number;
}

/** The course that has been due the longest, unless another worker has it, or everything is held after a restore. */
export async function claimCourse(tx: WriteTx, { now, leasedUntil }: Claim): Promise<ClaimedCourse | null> {
  const { rows } = await sql<ClaimedCourse>`
    update platform_courses c set leased_until = ${leasedUntil}::timestamptz, attempts = c.attempts + 1
    from (select system_id, course_id from platform_courses
          where (${isDue(now)} or ${isAstray(now)}) and ${nothingHeld}
          order by next_try_at limit 1 for update skip locked) due
    where c.system_id = due.system_id and c.course_id = due.course_id
    returning c.system_id as "systemId", c.course_id as "courseId", c.title, c.exam_date as "examDate",
              c.cancelled_at is not null as "isCancelled", c.attempts`.execute(tx);
  return rows[0] ?? null;
}

/** Writes the verdict down, but for a course that shall look otherwise meanwhile: that one stays due. */
export async function settleCourse(
  tx: WriteTx,
  course: ClaimedCourse,
  leasedUntil: Date,
  jobResult: JobResult & { readonly externalId: string | null },
): Promise<void> {
  const { systemId, courseId, title, examDate, isCancelled } = course;
  await sql`
    update platform_courses c
    set leased_until = null, external_id = coalesce(${jobResult.externalId}::text, c.external_id),
        state = case when same then ${jobResult.state}::text else c.state end,
        next_try_at = case when same then ${jobResult.nextTryAt}::timestamptz else c.next_try_at end,
        last_error = case when same then ${jobResult.lastError}::text else c.last_error end
    from (select system_id, course_id, title = ${title} and exam_date = ${examDate}::date
                   and (cancelled_at is not null) = ${isCancelled}::boolean as same
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
 *
 * Statistics are often older than the queue is full, so each statement here is written such that the planner can
 * hardly miss the index: the rows to lock come in its order, and are found again by their whole key.
 */
export async function claimPeople(tx: WriteTx, claim: Claim, most: number): Promise<ClaimedPerson[]> {
  const job = await selectJob(tx, claim.now);
  if (!job) return [];
  const ofJob = sql<boolean>`e.system_id = ${job.systemId} and e.course_id = ${job.courseId}
    and e.wanted = ${job.wanted}`;
  const { rows } = await sql<Omit<ClaimedPerson, 'externalId'>>`
    with due as (
      select e.system_id, e.course_id, e.platform_user_id
      from platform_enrolments e
      where ${ofJob} and ${isDue(claim.now)}
      order by e.next_try_at limit ${most} for update skip locked
    ), astray as (
      select e.system_id, e.course_id, e.platform_user_id
      from platform_enrolments e
      where ${ofJob} and ${isAstray(claim.now)}
      order by e.next_try_at limit ${most} - (select count(*) from due) for update skip locked
    )
    update platform_enrolments e
    set leased_until = ${claim.leasedUntil}::timestamptz, attempts = e.attempts + 1
    from (select * from due union all select * from astray) due
    where e.system_id = due.system_id and e.course_id = due.course_id and e.platform_user_id = due.platform_user_id
    returning e.system_id as "systemId", e.course_id as "courseId", e.platform_user_id as key,
              e.user_id as "userId", e.wanted, e.version, e.attempts`.execute(tx);
  return rows.map((row) => ({ ...row, externalId: job.externalId }));
}

async function selectJob(tx: WriteTx, now: Date) {
  const first = (isMeant: RawBuilder<boolean>) => sql`
    (select wanted, next_try_at from platform_enrolments
     where system_id = c.system_id and course_id = c.course_id and ${isMeant}
     order by next_try_at limit 1)`;
  const { rows } = await sql<Pick<ClaimedPerson, 'systemId' | 'courseId' | 'externalId' | 'wanted'>>`
    select c.system_id as "systemId", c.course_id as "courseId", c.external_id as "externalId", oldest.wanted
    from platform_courses c
         cross join lateral (${first(isDue(now))} union all ${first(isAstray(now))}) oldest
    where c.external_id is not null and ${nothingHeld}
    order by oldest.next_try_at limit 1`.execute(tx);
  return rows[0];
}

/** Writes verdicts down, but for people whose wish has changed meanwhile: they stay due, with the new wish. */
export async function settlePeople(
  tx: WriteTx,
  of: { readonly systemId: number; readonly courseId: string; readonly leasedUntil: Date },
  jobResults: readonly (JobResult & { readonly key: string; readonly version: number })[],
): Promise<void> {
  await sql`
    with verdict as materialized (
      select ${of.systemId}::integer as system_id, ${of.courseId}::text as course_id, v.*
      from json_to_recordset(${JSON.stringify(jobResults)}::json)
           as v (key text, version integer, state text, "nextTryAt" timestamptz, "lastError" text)
    ), held as (
      select v.*, e.version = v.version as same
      from verdict v join platform_enrolments e
           on e.system_id = v.system_id and e.course_id = v.course_id and e.platform_user_id = v.key
      where e.leased_until = ${of.leasedUntil}::timestamptz
      order by v.key for update of e
    )
    update platform_enrolments e
    set leased_until = null,
        state = case when same then held.state else e.state end,
        next_try_at = case when same then held."nextTryAt" else e.next_try_at end,
        last_error = case when same then held."lastError" else e.last_error end
    from held
    where e.system_id = held.system_id and e.course_id = held.course_id and e.platform_user_id = held.key`.execute(
    tx,
  );
}

/** Ends every lease, for a start on a database that no other process can have open. */
export async function releaseLeases(tx: WriteTx): Promise<void> {
  const none = { leased_until: null };
  await tx.updateTable('platform_courses').set(none).where('leased_until', 'is not', null).execute();
  await tx.updateTable('platform_enrolments').set(none).where('leased_until', 'is not', null).execute();
}
