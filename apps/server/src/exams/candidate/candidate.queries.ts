import { sql } from 'kysely';
import { prepareQuery } from '../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../core/database/database.ts';
import { endsFrom } from '../../core/database/schema/examDays.ts';
import { ownExtraTime } from '../../core/database/schema/handovers.ts';
import { placeState } from '../../learning/learning.service.ts';
import { factColumns } from '../facts/facts.service.ts';

function ownExams(db: ReadDb, userIds: readonly number[], examIds?: readonly number[]) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('exams as c', (join) =>
      join.onRef('c.id', '=', 'e.exam_id').onRef('c.system_id', '=', 'e.system_id'),
    )
    .innerJoin('user_roles as r', (join) =>
      join
        .onRef('r.user_id', '=', 'e.user_id')
        .onRef('r.system_id', '=', 'e.system_id')
        .on('r.role', '=', 'student'),
    )
    .leftJoin('platform_enrolments as p', (join) =>
      join
        .onRef('p.system_id', '=', 'e.system_id')
        .onRef('p.course_id', '=', 'c.course_id')
        .onRef('p.platform_user_id', '=', 'e.learning_platform_id'),
    )
    .leftJoin('extra_times as x', (join) =>
      join.onRef('x.exam_id', '=', 'e.exam_id').onRef('x.user_id', '=', 'e.user_id'),
    )
    .select([
      ...ownExtraTime,
      'e.user_id as userId',
      'c.id as examId',
      'c.system_id as systemId',
      'c.course_id as courseId',
      ...factColumns,
      'c.sequence',
      'c.created_at as createdAt',
      'c.saved_at as savedAt',
      'c.deactivated_at as cancelledAt',
      'e.enrolled_at as enrolledAt',
      // A corrected name that is on its way to the platform, or was refused, leaves the place as it is.
      sql<boolean>`coalesce((p.state = 'done' or p.only_account) and p.wanted = 'in', false)`.as('hasPlace'),
      sql<boolean>`coalesce(${placeState} in ('failed', 'courseFailed') and not p.only_account and p.wanted = 'in', false)`.as(
        'isRefused',
      ),
    ])
    .where(sql<boolean>`e.user_id = any(${userIds}::bigint[])`)
    .$if(examIds !== undefined, (query) => query.where(sql<boolean>`c.id = any(${examIds}::bigint[])`))
    .orderBy('c.exam_date')
    .orderBy('c.start_time')
    .orderBy('c.id');
}
const allOwnExams = prepareQuery((db: ReadDb, userIds: readonly number[]) => ownExams(db, userIds));
const someOwnExams = prepareQuery((db: ReadDb, userIds: readonly number[], examIds: readonly number[]) =>
  ownExams(db, userIds, examIds),
);

/** The exams of these people, or some of them, where they are students, with the state on the platform; by day and hour. */
export function selectOwnExams(db: ReadDb, userIds: readonly number[], examIds?: readonly number[]) {
  return examIds ? someOwnExams(db, userIds, examIds) : allOwnExams(db, userIds);
}

/** The exams among these whose last day is `from` or later, by day and hour. */
export function selectExamsFrom(db: ReadDb, examIds: readonly number[], from: string) {
  return db
    .selectFrom('exams as c')
    .select([
      'c.id as examId',
      'c.system_id as systemId',
      ...factColumns,
      'c.sequence',
      'c.created_at as createdAt',
      'c.saved_at as savedAt',
      'c.deactivated_at as cancelledAt',
    ])
    .where(sql<boolean>`c.id = any(${examIds}::bigint[])`)
    .where(endsFrom('c', from))
    .orderBy('c.exam_date')
    .orderBy('c.start_time')
    .orderBy('c.id')
    .execute();
}
