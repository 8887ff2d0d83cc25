import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';
import { accountOf, isAmong, type StagedLines } from '../../../core/database/schema/stagedLines.ts';
import { atOneHour } from '../../facts/facts.service.ts';

interface Clash {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly isSeen: boolean;
  readonly title: string;
  readonly titleEn: string;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
}

/** An exam, the systems whose exams the reader sees, and an exam that does not count, since the people leave it. */
interface ClashesOf {
  readonly examId: number;
  readonly tenantScope: TenantScope;
  readonly leaving?: number | undefined;
}

/** SQL: the people `p`, of whom the name and address are told, in exams at the hour of this one. */
async function clashesOf(db: ReadDb, of: ClashesOf, people: RawBuilder<unknown>): Promise<Clash[]> {
  const isSeen = of.tenantScope === 'all' ? sql`true` : sql`o.system_id = any(${of.tenantScope}::integer[])`;
  // Few exams share an hour; each person is then looked up by key.
  const { rows } = await sql<Clash>`
    with others as materialized (
      select b.* from exams c join exams b on ${sql.raw(atOneHour)}
      where c.id = ${of.examId}::bigint and b.id is distinct from ${of.leaving ?? null}::bigint
    )
    select p.id as "userId", p.name, p.email, ${isSeen} as "isSeen", o.title, o.title_en as "titleEn",
           o.exam_date as date, o.start_time as "startTime", o.end_time as "endTime"
    from others o cross join (${people}) p
         cross join lateral (select from enrolments where exam_id = o.id and user_id = p.id offset 0) e
    order by p.sort_name, p.id, o.start_time, o.id`.execute(db);
  return rows;
}

const person = sql`u.id, trim(concat(u.first_name, ' ', u.last_name)) as name, u.email, u.sort_name`;

export function selectClashesOfCandidates(
  db: ReadDb,
  of: ClashesOf & { readonly systemId: number },
  userIds: readonly number[] | undefined,
) {
  return clashesOf(
    db,
    of,
    userIds
      ? sql`select ${person} from users u where u.id = any(${userIds}::bigint[])
            and exists (select from enrolments e where e.user_id = u.id and e.system_id = ${of.systemId}::integer)`
      : sql`select ${person} from enrolments e join users u on u.id = e.user_id where e.exam_id = ${of.examId}::bigint`,
  );
}

/** The clashes of the owner of an address, without the name, which the reader need not know. */
export function selectClashesOfAddress(db: ReadDb, of: ClashesOf, emailKey: string) {
  return clashesOf(
    db,
    of,
    sql`select u.id, '' as name, u.email, u.sort_name from users u where u.email_key = ${emailKey}::text`,
  );
}

/** The clashes of people of staged lines who are not in the exam yet, by the name that the list has. */
export function selectClashesOfLines(db: ReadDb, of: ClashesOf, lines: StagedLines) {
  return clashesOf(
    db,
    of,
    sql`select u.id, trim(concat(s.first_name, ' ', s.last_name)) as name, s.email, s.sort_name
        from staged_candidates s cross join lateral ${accountOf} u
        where ${isAmong(lines)} and not s.is_repeat
          and (select e.user_id from enrolments e where e.exam_id = ${of.examId}::bigint and e.user_id = u.id) is null`,
  );
}

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
