import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';
import { accountOf, isAmong, type StagedLines } from '../../../core/database/schema/stagedLines.ts';
import { atOneHour } from '../../facts/facts.service.ts';

interface OtherExam {
  readonly examId: number;
  readonly title: string;
  readonly titleEn: string;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly people: number;
  readonly names: string[];
}

/**
 * The other coming exams of the same system, at other hours, of people of staged lines who are not in the exam yet; with
 * the number of people and the first `most` names, as the list has them.
 */
export async function selectOtherExamsOfLines(
  db: ReadDb,
  of: { readonly examId: number; readonly today: string; readonly most: number },
  lines: StagedLines,
): Promise<OtherExam[]> {
  const { rows } = await sql<OtherExam>`
    with others as materialized (
      select b.* from exams c join exams b on b.system_id = c.system_id and b.id <> c.id
      where c.id = ${of.examId}::bigint and b.deactivated_at is null and ${endsFrom('b', of.today)}
        and not ${sql.raw(atOneHour)}
    )
    select o.id as "examId", o.title, o.title_en as "titleEn", o.exam_date as date, o.start_time as "startTime",
           o.end_time as "endTime", count(*) as people,
           (array_agg(trim(concat(s.first_name, ' ', s.last_name)) order by s.sort_name, s.line))[1:${of.most}::integer] as names
    from staged_candidates s cross join lateral ${accountOf} u
         cross join lateral (select exam_id from enrolments where user_id = u.id offset 0) e
         join others o on o.id = e.exam_id
    where ${isAmong(lines)} and not s.is_repeat
      and (select e.user_id from enrolments e where e.exam_id = ${of.examId}::bigint and e.user_id = u.id) is null
    group by o.id, o.title, o.title_en, o.exam_date, o.start_time, o.end_time
    order by o.exam_date, o.start_time, o.title, o.id`.execute(db);
  return rows;
}
