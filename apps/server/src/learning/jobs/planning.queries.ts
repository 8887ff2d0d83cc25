import { type RawBuilder, sql } from 'kysely';
import { notifyAfterCommit } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';

/** The topic of all jobs on learning platforms. */
export const learningTopic = 'learning';

export interface OfCourse {
  readonly systemId: number;
  readonly courseId: string;
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

/**
 * SQL: `meant`, the rows `p` of a table of jobs for the places of a person, in exams `c` for which the condition holds. Rows are
 * locked in the order of their key, as in all bulk updates of jobs, so that two of these cannot block each other.
 */
export function lockJobsInOrder(
  userId: number,
  table: 'platform_enrolments' | 'platform_extra_times',
  condition: RawBuilder<unknown> = sql`true`,
) {
  return sql`meant as materialized (
    select p.system_id, p.course_id, p.platform_user_id
    from enrolments e join exams c on c.id = e.exam_id and c.system_id = e.system_id
      join ${sql.table(table)} p on p.system_id = e.system_id and p.course_id = c.course_id
        and p.platform_user_id = e.learning_platform_id
    where e.user_id = ${userId}::bigint and ${condition}
    order by p.system_id, p.course_id, p.platform_user_id for update of p)`;
}

/** SQL: whether the row `p` is `m` of `meant`. */
export const isMeant = sql`p.system_id = m.system_id and p.course_id = m.course_id
  and p.platform_user_id = m.platform_user_id`;
