import { sql } from 'kysely';
import { enrolled, points } from './courses.queries.ts';
import type { WriteTx } from './surroundings.ts';

/** Locks people's enrolments until the transaction ends; returns the grades of people on the course. */
export async function lockGrades(tx: WriteTx, courseId: number, keys: readonly string[]) {
  const locked = await enrolled(tx, courseId)
    .select(['u.id', 'u.key'])
    .where(sql<boolean>`u.key = any(${keys}::text[])`)
    .orderBy('u.id')
    .forUpdate('e')
    .execute();
  const grades = await tx
    .selectFrom('builtin_grades as g')
    .select(['g.user_id as userId', points])
    .where('g.course_id', '=', courseId)
    .where(sql<boolean>`g.user_id = any(${locked.map(({ id }) => id)}::bigint[])`)
    .execute();
  const byUser = new Map(grades.map((grade) => [grade.userId, grade.points]));
  return new Map(locked.map(({ id, key }) => [key, byUser.get(id) ?? null]));
}

/** Writes the grades of people on the course; null removes a grade. */
export async function writeGrades(
  tx: WriteTx,
  courseId: number,
  grades: readonly { readonly key: string; readonly points: number | null }[],
  given: { readonly by: string; readonly at: Date },
): Promise<void> {
  const rows = JSON.stringify(grades);
  await sql`
    with typed as (
      select e.user_id, t.points
      from json_to_recordset(${rows}::json) as t (key text, points numeric)
      join builtin_users u on u.key = t.key
      join builtin_enrolments e on e.user_id = u.id and e.course_id = ${courseId}::bigint
    ), removed as (
      delete from builtin_grades g using typed
      where g.course_id = ${courseId}::bigint and g.user_id = typed.user_id and typed.points is null
    )
    insert into builtin_grades (course_id, user_id, points, given_at, given_by)
    select ${courseId}::bigint, user_id, points, ${given.at}::timestamptz, ${given.by}
    from typed where points is not null
    on conflict (course_id, user_id) do update
    set points = excluded.points, given_at = excluded.given_at, given_by = excluded.given_by`.execute(tx);
}
