import { type RawBuilder, sql } from 'kysely';

/** SQL: the last day of the exam in the row `exam` of `exams` or `platform_courses`; `end_date` is '' for an exam of one day. */
export const lastDay = (exam: string) => `greatest(${exam}.exam_date, nullif(${exam}.end_date, '')::date)`;

/** SQL: whether the exam in the row `exam` has its last day on a day or later. */
export function endsFrom(exam: string, day: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(lastDay(exam))} >= (${day})::date`;
}
