import type { Points } from '@guichet/contract/exams/results.grades';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { OfExam } from '../../facts/facts.service.ts';

/** The rule of an exam and the time of its last reading of grades; both null before the first. */
export async function selectRule(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('exams')
    .select(['pass_percent as passPercent', 'grades_read_at as readAt'])
    .where((eb) => eb.and({ system_id: systemId, id: examId }))
    .executeTakeFirstOrThrow();
}

export function selectGrades(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('course_grades')
    .select([
      'user_id as userId',
      'points',
      'out_of as outOf',
      'points_before as pointsBefore',
      'out_of_before as outOfBefore',
      'changed_at as changedAt',
    ])
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .execute();
}

/** Keeps grades read from the platform, with the former value; returns the platform ids of candidates. */
export async function upsertGrades(
  tx: WriteTx,
  { systemId, examId, now }: OfExam & { readonly now: Date },
  grades: readonly (Points & { readonly key: string })[],
): Promise<string[]> {
  const keys = grades.map(({ key }) => key);
  const points = grades.map((grade) => grade.points);
  const outOf = grades.map((grade) => grade.outOf);
  const { rows } = await sql<{ key: string }>`
    with told as (
      select * from unnest(${keys}::text[], ${points}::float8[], ${outOf}::float8[]) as t (key, points, out_of)
    ), candidates as (
      select e.user_id, t.key, t.points, t.out_of from told t
      join enrolments e on e.learning_platform_id = t.key
      where e.system_id = ${systemId}::integer and e.exam_id = ${examId}::bigint
    ), kept as (
      insert into course_grades as g (system_id, exam_id, user_id, points, out_of)
      select ${systemId}::integer, ${examId}::bigint, user_id, points, out_of from candidates order by user_id
      on conflict (exam_id, user_id) do update
      set points = excluded.points, out_of = excluded.out_of, points_before = g.points, out_of_before = g.out_of,
          changed_at = ${now}::timestamptz
      where (g.points, g.out_of) is distinct from (excluded.points, excluded.out_of)
    )
    select key from candidates`.execute(tx);
  return rows.map(({ key }) => key);
}
