import type { NewExamSpace } from '@guichet/contract/exams/exams';
import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import { mostFoundExams, type PlatformFilter } from '@guichet/contract/exams/exams.list';
import { type RawBuilder, sql } from 'kysely';
import type { MailState, PlatformState, ReadDb, WriteTx } from '../../core/database/database.ts';
import { foldedText, likePattern } from '../../core/database/foldedText.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { endsFrom, isOver } from '../../core/database/schema/examDays.ts';
import { isToFormer, shownMailState } from '../../core/database/schema/shownMailState.ts';
import { isIncomplete, suchExams } from './coming/comingExams.queries.ts';
import { factColumns, hasBeenMailed, numberOfCandidates, rowOfFacts } from './exam.queries.ts';

const namesOfSuch = Object.keys(suchExams) as (keyof typeof suchExams)[];
type Such = 'oneLanguage' | 'behind' | 'untold' | 'notSignedIn' | 'clashing';

export interface WhichExams extends Partial<Readonly<Record<Such, boolean | undefined>>> {
  /** Selects cancelled exams instead of active ones. */
  readonly isCancelled?: boolean;
  /** Leaves out exams whose last day is earlier. */
  readonly from?: string;
  /** Leaves out exams that are not over at this moment. */
  readonly overAt?: LocalMoment;
  readonly id?: number;
  readonly onPlatform?: PlatformFilter | undefined;
  /** The present day, to select the exams of the week without an hour or a place. */
  readonly incompleteOn?: string | undefined;
}

/** An aggregate over the mails about an exam to people who are no longer enrolled in it. */
function ofFormer(count: RawBuilder<number>) {
  return sql<number>`(
    select ${count} from outgoing_mails o
    where o.exam_id = c.id and ${isToFormer}
  )`;
}

export function selectExams(db: ReadDb, systemId: number, where: WhichExams = {}) {
  const such = namesOfSuch.filter((name) => name === where.onPlatform || where[name as Such]);
  return db
    .selectFrom('exams as c')
    .leftJoin('platform_courses as p', (join) =>
      join.onRef('p.system_id', '=', 'c.system_id').onRef('p.course_id', '=', 'c.course_id'),
    )
    .leftJoin('platform_readings as r', (join) =>
      join.onRef('r.system_id', '=', 'c.system_id').onRef('r.course_id', '=', 'c.course_id'),
    )
    .select([
      'c.id',
      'c.title',
      'c.title_en as titleEn',
      'c.exam_date as date',
      'c.course_id as courseId',
      'c.start_time as startTime',
      'c.end_time as endTime',
      'c.place_fr as placeFr',
      'c.place_en as placeEn',
      'c.end_date as lastDay',
      sql<PlatformState>`coalesce(p.state, 'pending')`.as('platformState'),
      numberOfCandidates.as('numberOfCandidates'),
      sql<Partial<Record<PlatformState, number>>>`coalesce((
        select jsonb_object_agg(o.state, o.n)
        from (select state, count(*) as n from platform_enrolments
              where system_id = c.system_id and course_id = c.course_id group by state) o
      ), '{}')`.as('places'),
      sql<number>`(
        select count(*) from platform_enrolments
        where system_id = c.system_id and course_id = c.course_id and wanted = 'in' and (state = 'done' or only_account)
      )`.as('arrived'),
      sql<Partial<Record<MailState, number>>>`coalesce((
        select jsonb_object_agg(m.state, m.n)
        from (select ${shownMailState('o')} as state, count(*) as n from outgoing_mails o
              where o.exam_id = c.id group by 1) m
      ), '{}')`.as('mails'),
      ofFormer(sql`count(*)`).as('mailsToFormer'),
      ofFormer(sql`count(distinct o.user_id)`).as('formerCandidates'),
      hasBeenMailed.as('hasBeenMailed'),
      sql<number>`coalesce(r.course + r.missing + r.changed + r.strangers, 0)`.as('differences'),
      sql<number>`coalesce(r.shut, 0)`.as('shutQuizzes'),
      sql<Date | null>`case when r.state = 'done' and p.state = 'done' and not exists (
        select from platform_enrolments e
        where e.system_id = c.system_id and e.course_id = c.course_id and e.state in ('pending', 'waiting'))
        then r.read_at end`.as('readBackAt'),
      'r.read_at as lastReadAt',
    ])
    .where('c.system_id', '=', systemId)
    .where('c.deactivated_at', where.isCancelled ? 'is not' : 'is', null)
    .$if(where.overAt !== undefined, (query) => query.where(isOver('c', where.overAt as LocalMoment)))
    .$if(where.from !== undefined, (query) => query.where(endsFrom('c', where.from as string)))
    .$if(where.id !== undefined, (query) => query.where('c.id', '=', where.id as number))
    .$if(where.incompleteOn !== undefined, (query) => query.where(isIncomplete(where.incompleteOn as string)))
    .where((exam) => exam.and(such.map((name) => sql.raw<boolean>(suchExams[name]))))
    .orderBy('c.exam_date')
    .orderBy('c.title')
    .orderBy('c.id')
    .execute();
}

/** The active exam that comes first from day `from` on; with candidates before without. */
export function selectNextExam(db: ReadDb, systemId: number, from: string) {
  return db
    .selectFrom('exams as c')
    .select(['c.id', 'c.course_id as courseId', ...factColumns])
    .where((eb) => eb.and({ 'c.system_id': systemId, 'c.deactivated_at': null }))
    .where(endsFrom('c', from))
    .orderBy(sql`exists (select from enrolments e where e.exam_id = c.id)`, 'desc')
    .orderBy('c.exam_date')
    .orderBy('c.title')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
}

/** The exam already created by this form: by request id, else by title, day and creation after `since`. */
export function findExamOfForm(
  db: ReadDb,
  of: { systemId: number; title: string; examDate: string; requestId: string | null; since: Date },
) {
  const exam = db.selectFrom('exams').select('id').where('system_id', '=', of.systemId);
  if (of.requestId !== null) return exam.where('request_id', '=', of.requestId).executeTakeFirst();
  return exam
    .where((eb) => eb.and({ request_id: null, title: of.title, exam_date: of.examDate }))
    .where('created_at', '>', of.since)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
}

interface NewExam {
  readonly systemId: number;
  readonly exam: NewExamSpace;
  readonly coursePrefix: string;
  readonly now: Date;
}

/** Inserts an exam; returns both ids. Course id: prefix, day and number; letters, digits, - and _ only. */
export async function createExam(tx: WriteTx, exam: NewExam) {
  const { exam_date: examDate, ...texts } = rowOfFacts({ ...exam.exam, titleFr: exam.exam.title });
  const prefix = exam.coursePrefix.replace(/[^A-Za-z0-9]/g, '').slice(0, 20);
  const { rows } = await sql<{ id: number; courseId: string }>`
    insert into exams (id, system_id, exam_date, course_id, created_at, request_id,
                         ${sql.join(Object.keys(texts).map((name) => sql.ref(name)))})
    overriding system value
    select n, ${exam.systemId}::integer, ${examDate}::date,
           concat(${prefix}::text, '-', ${examDate}::text, '-', n), ${exam.now}::timestamptz,
           ${exam.exam.requestId ?? null}::uuid, ${sql.join(Object.values(texts))}
    from nextval(pg_get_serial_sequence('exams', 'id')) as n
    returning id, course_id as "courseId"`.execute(tx);
  return rows[0] as { id: number; courseId: string };
}

const searched = foldedText(sql<string>`concat_ws(' ', c.title_fr, c.title_en, c.exam_date, c.course_id)`);

/** The exams that have each of these folded words; active ones first, then by their distance from `today`. */
export function selectFoundExams(
  db: ReadDb,
  systemIds: TenantScope,
  { words, today }: { words: readonly string[]; today: string },
) {
  return db
    .selectFrom('exams as c')
    .select(['c.id as examId', 'c.system_id as systemId', 'c.exam_date as date', 'c.end_date as lastDay'])
    .select([
      sql<string>`coalesce(nullif(c.title_fr, ''), c.title_en)`.as('fr'),
      sql<string>`coalesce(nullif(c.title_en, ''), c.title_fr)`.as('en'),
      sql<boolean>`c.deactivated_at is not null`.as('isCancelled'),
    ])
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`c.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .where((row) => row.and(words.map((word) => sql<boolean>`${searched} like ${likePattern(word)}`)))
    .orderBy(sql`c.deactivated_at is not null`)
    .orderBy(sql`not ${endsFrom('c', today)}`)
    .orderBy(sql`abs(c.exam_date - ${today}::date)`)
    .orderBy('c.id')
    .limit(mostFoundExams)
    .execute();
}
