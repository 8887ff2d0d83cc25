import { sql } from 'kysely';
import type { ReadDb } from '../../core/database/database.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { endsFrom } from '../../core/database/schema/examDays.ts';
import { placeState } from '../../learning/learning.service.ts';

/** The exams of a person in these systems, with the import that placed the person there and the state of the enrolment. */
export function selectEnrolments(db: ReadDb, userId: number, systemIds: TenantScope) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('exams as c', (join) =>
      join.onRef('c.id', '=', 'e.exam_id').onRef('c.system_id', '=', 'e.system_id'),
    )
    .leftJoin('imports as i', 'i.id', 'e.import_id')
    .leftJoin('platform_enrolments as p', (join) =>
      join
        .onRef('p.system_id', '=', 'e.system_id')
        .onRef('p.course_id', '=', 'c.course_id')
        .onRef('p.platform_user_id', '=', 'e.learning_platform_id'),
    )
    .select([
      'e.system_id as systemId',
      'e.exam_id as examId',
      'e.enrolled_at as enrolledAt',
      'e.import_id as importId',
      'c.title',
      'c.title_en as titleEn',
      'c.exam_date as examDate',
      'c.end_time as endTime',
      'c.end_date as endDate',
      'c.deactivated_at as cancelledAt',
      'i.file_name as fileName',
      'i.started_by_name as importedBy',
      placeState.as('platformState'),
      'p.done_at as platformDoneAt',
      'p.only_account as onlyAccount',
    ])
    .where('e.user_id', '=', userId)
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`e.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .orderBy('e.enrolled_at')
    .orderBy('e.exam_id')
    .execute();
}

export function selectImports(db: ReadDb, ids: readonly string[], systemIds: TenantScope) {
  return db
    .selectFrom('imports as i')
    .innerJoin('exams as c', 'c.id', 'i.exam_id')
    .select([
      'i.system_id as systemId',
      'i.finished_at as at',
      'i.file_name as fileName',
      'i.started_by_name as importedBy',
      'c.title',
      'c.title_en as titleEn',
    ])
    .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`i.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .execute();
}

/** The people among `userIds` who are staff of other systems alone. */
export async function selectStaffOfOthers(
  db: ReadDb,
  userIds: readonly number[],
  systemIds: TenantScope,
): Promise<ReadonlySet<number | null>> {
  if (systemIds === 'all') return new Set();
  const rows = await db
    .selectFrom('user_roles')
    .select('user_id as id')
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where('role', '!=', 'student')
    .groupBy('user_id')
    .having(sql<boolean>`not bool_or(system_id is null or system_id = any(${systemIds}::integer[]))`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The exams of these systems that take place on this day, by hour and title, with who is in and who was ticked as present. */
export async function selectExamsOn(db: ReadDb, systemIds: TenantScope, day: string) {
  const { rows } = await sql<ExamOnDay>`
    select c.id as "examId", c.system_id as "systemId", c.title, c.title_en as "titleEn", c.start_time as "startTime",
           c.end_time as "endTime", c.place_fr as "placeFr", c.place_en as "placeEn", e.candidates, e.present
    from exams c cross join lateral (
      select count(*) as candidates, count(*) filter (where presence = 'present') as present
      from enrolments where exam_id = c.id and system_id = c.system_id) e
    where ${systemIds === 'all' ? sql`true` : sql`c.system_id = any(${systemIds}::integer[])`}
      and c.deactivated_at is null and c.exam_date <= ${day}::date and ${endsFrom('c', day)}
    order by c.start_time, c.title, c.id`.execute(db);
  return rows;
}

interface ExamOnDay {
  readonly examId: number;
  readonly systemId: number;
  readonly title: string;
  readonly titleEn: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly placeFr: string;
  readonly placeEn: string;
  readonly candidates: number;
  readonly present: number;
}
