import { type RawBuilder, sql } from 'kysely';

/** SQL: the last day of the exam in the row `exam` of `exams` or `platform_courses`; `end_date` is '' for an exam of one day. */
export const lastDay = (exam: string) => `greatest(${exam}.exam_date, nullif(${exam}.end_date, '')::date)`;

/** SQL: whether the exam in the row `exam` has its last day on a day or later. */
export function endsFrom(exam: string, day: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(lastDay(exam))} >= (${day})::date`;
}

/** SQL: whether the exam in the row `exam` is to come or under way at a moment, whose day and time are the parameters `$1` and `$2`. */
export const isComing = (exam: string) =>
  `(${lastDay(exam)} >= $1::date and (${lastDay(exam)} > $1::date or ${exam}.end_time = '' or ${exam}.end_time > $2::text))`;

/** SQL: whether the exam in the row `exam` has ended at a moment, as `isOverAt` says; `end_time` is '' where no hour is set. */
export function isOver(exam: string, { day, time }: { readonly day: string; readonly time: string }) {
  const last = sql.raw(lastDay(exam));
  const end = sql.raw(`${exam}.end_time`);
  return sql<boolean>`(${last} < ${day}::date or (${last} = ${day}::date and ${end} <> '' and ${end} <= ${time}))`;
}
