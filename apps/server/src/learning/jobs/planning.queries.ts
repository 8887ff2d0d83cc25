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
