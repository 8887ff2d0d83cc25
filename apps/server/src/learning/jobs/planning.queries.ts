import { type RawBuilder, sql } from 'kysely';
import { notifyAfterCommit } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';

export const learningTopic = 'learning';

export interface CourseKey {
  readonly systemId: number;
  readonly courseId: string;
}

export interface OfCourse extends CourseKey {
  readonly now: Date;
}

/**
 * Columns that queue a job anew, as the row `p`; its worker is woken after the commit. A running job keeps its
 * lease, so that no second worker starts before the first has ended; the new version invalidates its result.
 */
export function queueAfresh(tx: WriteTx, now: RawBuilder<Date>) {
  notifyAfterCommit(tx, learningTopic);
  return sql`
  state = 'pending', version = p.version + 1, attempts = 0, next_try_at = ${now}, last_error = null`;
}

/** Candidates of an exam: those of an import, some people, or everybody. */
export type Candidates = { readonly examId: number } & (
  | { readonly importId: string }
  | { readonly userIds: readonly number[] }
  | { readonly isEverybody: true }
);

/** Condition on `enrolments e` of the exam. */
export function isAmong(of: Candidates): RawBuilder<boolean> {
  if ('isEverybody' in of) return sql`true`;
  // An import also names people who were in the exam already; only the people whom it enrolled count.
  return 'userIds' in of
    ? sql`e.user_id = any(${of.userIds}::bigint[])`
    : sql`e.import_id = ${of.importId}::uuid`;
}

type PersonJobs = 'platform_enrolments' | 'platform_extra_times';

/**
 * Queues the jobs of these people in a course anew; `change`: SQL, what else changes in the rows `p`. Rows are locked in the order
 * of the key first, as in all bulk updates of jobs, so that two of these cannot block each other; and not joined: if they
 * are new to the planner's statistics, a join would compare each with each.
 */
export async function queueInCourse(
  tx: WriteTx,
  table: PersonJobs,
  change: RawBuilder<unknown>,
  of: OfCourse & { readonly platformUserIds: readonly string[] },
): Promise<void> {
  const jobs = sql.table(table);
  const isMeant = sql`p.system_id = ${of.systemId}::integer and p.course_id = ${of.courseId}
    and p.platform_user_id = any(${of.platformUserIds}::text[])`;
  await sql`select from ${jobs} p where ${isMeant} order by p.platform_user_id for update`.execute(tx);
  await sql`
    update ${jobs} p set ${change}, ${queueAfresh(tx, sql`${of.now}::timestamptz`)} where ${isMeant}`.execute(
    tx,
  );
}

/** Does the same in all courses of a person for whose exam `c` the condition holds; returns the number of jobs. */
export async function queueEverywhere(
  tx: WriteTx,
  table: PersonJobs,
  change: RawBuilder<unknown>,
  { userId, now, where = sql`true` }: { userId: number; now: Date; where?: RawBuilder<unknown> },
): Promise<number> {
  const jobs = sql.table(table);
  const { numAffectedRows } = await sql`
    with meant as materialized (
      select p.system_id, p.course_id, p.platform_user_id
      from enrolments e join exams c on c.id = e.exam_id and c.system_id = e.system_id
        join ${jobs} p on p.system_id = e.system_id and p.course_id = c.course_id
          and p.platform_user_id = e.learning_platform_id
      where e.user_id = ${userId}::bigint and ${where}
      order by p.system_id, p.course_id, p.platform_user_id for update of p)
    update ${jobs} p set ${change}, ${queueAfresh(tx, sql`${now}::timestamptz`)}
    from meant m
    where p.system_id = m.system_id and p.course_id = m.course_id and p.platform_user_id = m.platform_user_id`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
