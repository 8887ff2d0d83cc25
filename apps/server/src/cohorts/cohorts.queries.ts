import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { MailState, PlatformState } from '../platform/database/schema.ts';
import { isAmong, type StagedLines } from '../platform/database/stagedLines.ts';

const columns = ['c.id', 'c.title', 'c.exam_date as date', 'c.course_id as courseId'] as const;

/** Active cohorts of a system with their counts, by exam date and title; `from` leaves out earlier days. */
export function selectCohorts(db: ReadDb, systemId: number, where: { from?: string; id?: number } = {}) {
  return db
    .selectFrom('cohorts as c')
    .leftJoin('platform_courses as p', (join) =>
      join.onRef('p.system_id', '=', 'c.system_id').onRef('p.course_id', '=', 'c.course_id'),
    )
    .select([
      ...columns,
      sql<PlatformState>`coalesce(p.state, 'pending')`.as('platformState'),
      (row) =>
        row
          .selectFrom('enrolments as e')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('e.cohort_id', '=', 'c.id')
          .$asScalar()
          .$notNull()
          .as('numberOfCandidates'),
      sql<Partial<Record<PlatformState, number>>>`coalesce((
        select jsonb_object_agg(o.state, o.n)
        from (select state, count(*) as n from platform_enrolments
              where system_id = c.system_id and course_id = c.course_id group by state) o
      ), '{}')`.as('places'),
      sql<Partial<Record<MailState, number>>>`coalesce((
        select jsonb_object_agg(m.state, m.n)
        from (select state, count(*) as n from outgoing_mails where cohort_id = c.id group by state) m
      ), '{}')`.as('mails'),
    ])
    .where('c.system_id', '=', systemId)
    .where('c.deactivated_at', 'is', null)
    .$if(where.from !== undefined, (query) => query.where('c.exam_date', '>=', where.from as string))
    .$if(where.id !== undefined, (query) => query.where('c.id', '=', where.id as number))
    .orderBy('c.exam_date')
    .orderBy('c.title')
    .orderBy('c.id')
    .execute();
}

/** The active cohort whose exam comes first, `from` that day on. */
export function selectNextCohort(db: ReadDb, systemId: number, from: string) {
  return activeCohorts(db, systemId)
    .where('c.exam_date', '>=', from)
    .orderBy('c.exam_date')
    .orderBy('c.title')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
}

export function selectActiveCohort(db: ReadDb, systemId: number, cohortId: number) {
  return activeCohorts(db, systemId).where('c.id', '=', cohortId).executeTakeFirst();
}

/** Holds the row until the transaction ends. */
export function lockActiveCohort(tx: WriteTx, systemId: number, cohortId: number) {
  return activeCohorts(tx, systemId).where('c.id', '=', cohortId).forShare().executeTakeFirst();
}

export function selectActiveCohortByCourse(db: ReadDb, systemId: number, courseId: string) {
  return activeCohorts(db, systemId).where('c.course_id', '=', courseId).executeTakeFirst();
}

function activeCohorts(db: ReadDb, systemId: number) {
  return db
    .selectFrom('cohorts as c')
    .select(columns)
    .where('c.system_id', '=', systemId)
    .where('c.deactivated_at', 'is', null);
}

/** The cohort that a form has made: by its number, and where it has none by what it says and when. */
export function selectCohortOfForm(
  db: ReadDb,
  of: { systemId: number; title: string; examDate: string; requestId: string | null; since: Date },
) {
  const cohort = db.selectFrom('cohorts').select('id').where('system_id', '=', of.systemId);
  if (of.requestId !== null) return cohort.where('request_id', '=', of.requestId).executeTakeFirst();
  return cohort
    .where('request_id', 'is', null)
    .where('title', '=', of.title)
    .where('exam_date', '=', of.examDate)
    .where('created_at', '>', of.since)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
}

/** The course id is the system's prefix, the day and the cohort's own number: letters, digits, - and _ only. */
export async function insertCohort(
  tx: WriteTx,
  cohort: {
    systemId: number;
    title: string;
    examDate: string;
    coursePrefix: string;
    requestId?: string | null;
    now: Date;
  },
) {
  const prefix = cohort.coursePrefix.replace(/[^A-Za-z0-9]/g, '').slice(0, 20);
  const { rows } = await sql<{ id: number; courseId: string }>`
    insert into cohorts (id, system_id, title, exam_date, course_id, created_at, request_id)
    overriding system value
    select n, ${cohort.systemId}::integer, ${cohort.title}, ${cohort.examDate}::date,
           concat(${prefix}::text, '-', ${cohort.examDate}::text, '-', n), ${cohort.now}::timestamptz,
           ${cohort.requestId ?? null}::uuid
    from nextval(pg_get_serial_sequence('cohorts', 'id')) as n
    returning id, course_id as "courseId"`.execute(tx);
  return rows[0] as { id: number; courseId: string };
}

export async function markDeactivated(
  tx: WriteTx,
  systemId: number,
  cohortId: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('cohorts')
    .set({ deactivated_at: now })
    .where('system_id', '=', systemId)
    .where('id', '=', cohortId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Candidates of a cohort by name, each with the state of the latest mail and of the platform enrolment. */
export function selectCandidates(db: ReadDb, systemId: number, cohortId: number) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('cohorts as c', 'c.id', 'e.cohort_id')
    .leftJoin('platform_enrolments as p', (join) =>
      join
        .onRef('p.system_id', '=', 'e.system_id')
        .onRef('p.course_id', '=', 'c.course_id')
        .onRef('p.platform_user_id', '=', 'e.learning_platform_id'),
    )
    .leftJoin(
      (row) =>
        row
          .selectFrom('outgoing_mails')
          .distinctOn('user_id')
          .select(['user_id', 'state as mailState'])
          .where('cohort_id', '=', cohortId)
          .orderBy('user_id')
          .orderBy('id', 'desc')
          .as('m'),
      (join) => join.onRef('m.user_id', '=', 'u.id'),
    )
    .select([
      'u.id',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.deactivated_at as deactivatedAt',
      'e.learning_platform_id as learningPlatformId',
      'e.attested_at as attestedAt',
      sql<MailState | null>`m."mailState"`.as('mailState'),
      'p.state as platformState',
    ])
    .where('e.system_id', '=', systemId)
    .where('e.cohort_id', '=', cohortId)
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .execute();
}

export function selectEnrolment(db: ReadDb, systemId: number, cohortId: number, learningPlatformId: string) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.user_id as userId', sql<string>`concat(u.first_name, ' ', u.last_name)`.as('name')])
    .where('e.system_id', '=', systemId)
    .where('e.cohort_id', '=', cohortId)
    .where('e.learning_platform_id', '=', learningPlatformId)
    .executeTakeFirst();
}

/** Whether there was one. */
export async function deleteEnrolment(
  tx: WriteTx,
  systemId: number,
  cohortId: number,
  userId: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('enrolments')
    .where('system_id', '=', systemId)
    .where('cohort_id', '=', cohortId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Places every staged person who is not in the cohort yet; answers how many that were. */
export async function insertStagedEnrolments(
  tx: WriteTx,
  stage: {
    lines: StagedLines;
    systemId: number;
    cohortId: number;
    importId: string;
    keyPrefix: string;
    now: Date;
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into enrolments (system_id, cohort_id, user_id, learning_platform_id, import_id, enrolled_at)
    select ${stage.systemId}::integer, ${stage.cohortId}::bigint, u.id, ${stage.keyPrefix}::text || u.id,
           ${stage.importId}::uuid, ${stage.now}::timestamptz
    from users u
    where u.email_key in (select s.email_key from staged_candidates s where ${isAmong(stage.lines)})
    on conflict (cohort_id, user_id) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
