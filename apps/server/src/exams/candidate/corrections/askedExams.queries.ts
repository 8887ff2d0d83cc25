import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';

export interface AskedExamRow {
  readonly examId: number;
  readonly systemId: number;
  readonly titleFr: string;
  readonly titleEn: string;
  readonly date: string;
  readonly isCancelled: boolean;
  /** Whether its last day is the given day or later. */
  readonly isComing: boolean;
}

/** SQL: an exam of a request as JSON; null for none. `today`: the day from which exams are to come. */
export const askedExam = (
  column: 'q.exam_id' | 'q.wanted_exam_id',
  today: string,
) => sql<AskedExamRow | null>`(
  select json_build_object('examId', x.id, 'systemId', x.system_id, 'titleFr', x.title_fr, 'titleEn', x.title_en,
           'date', x.exam_date, 'isCancelled', x.deactivated_at is not null, 'isComing', ${endsFrom('x', today)})
  from exams x where x.id = ${sql.ref(column)})`;

/** SQL: whether the person of a request is in one of its exams. */
export const isInExam = (column: 'q.exam_id' | 'q.wanted_exam_id') => sql<boolean>`exists (
  select from enrolments e where e.exam_id = ${sql.ref(column)} and e.user_id = q.user_id)`;

/** The given ids, without those of exams in other systems. */
export async function selectExamsAmong(db: ReadDb, examIds: readonly number[], systemIds: TenantScope) {
  const isOf = systemIds === 'all' ? sql`true` : sql`system_id = any(${systemIds}::integer[])`;
  const { rows } = await sql<{ id: number }>`
    select id from exams where id = any(${examIds}::bigint[]) and ${isOf}`.execute(db);
  return rows.map(({ id }) => id);
}
