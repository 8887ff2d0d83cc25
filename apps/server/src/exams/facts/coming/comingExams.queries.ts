import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import { sql } from 'kysely';
import { among, ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { isComing, lastDay } from '../../../core/database/schema/examDays.ts';

// An uncorrelated look-up reads the rows with failures or drifts once, from their own index, and not once for each exam.
const drifted = `(c.system_id, c.course_id) in (
  select system_id, course_id from platform_readings where course + missing + changed + strangers > 0`;

const lacksHourOrPlace = `((c.start_time = '' or (c.place_fr = '' and c.place_en = '' and c.place_url = ''))
  and exists (select from enrolments where exam_id = c.id))`;
const daysBefore = 7;

/** Whether the exam `c` begins within a week of `today` and has candidates, but no hour or no place. */
export const isIncomplete = (today: string) =>
  sql<boolean>`(c.exam_date <= ${today}::date + ${sql.raw(String(daysBefore))} and ${sql.raw(lacksHourOrPlace)})`;

const startOf = (exam: string) => `concat(${exam}.exam_date::text, ' ', ${exam}.start_time)`;
const endOf = (exam: string) =>
  `concat(${lastDay(exam)}::text, ' ', coalesce(nullif(${exam}.end_time, ''), ${exam}.start_time))`;

/** SQL: whether nobody can sit the active exam `b` whole beside `c`, as `isAtOneHour` says. */
export const atOneHour = `(b.id <> c.id and b.deactivated_at is null and c.start_time <> '' and b.start_time <> ''
  and b.exam_date between c.exam_date - 31 and ${lastDay('c')}
  and (${startOf('b')} = ${startOf('c')} or (${startOf('c')} < ${endOf('b')} and ${startOf('b')} < ${endOf('c')})))`;

/** SQL: what the exam `c` is or has, by which lists are narrowed and exams counted. */
export const suchExams = {
  /** The learning platform refused the course or an enrolment for good. */
  failed: `(c.system_id, c.course_id) in (
    select system_id, course_id from platform_courses where state = 'failed'
    union all select system_id, course_id from platform_enrolments where state = 'failed')`,
  /** The course differed on the learning platform when it was last read. */
  drifted: `${drifted})`,
  shut: `${drifted} and shut > 0)`,
  /** Differences in the course have been repaired. */
  repaired: `(c.system_id, c.course_id) in (select system_id, course_id from platform_courses where repaired > 0)`,
  /** The title, place or instructions are given in one language only. */
  oneLanguage: `((c.title_fr = '') <> (c.title_en = '') or (c.place_fr = '') <> (c.place_en = '')
    or (c.instructions_fr = '') <> (c.instructions_en = ''))`,
  /** A text stayed while it changed in the other language. */
  behind: `c.texts_behind <> '[]'`,
  /** Somebody has not been told of a change of the exam. */
  untold: `exists (
    select from enrolments e join users u on u.id = e.user_id
    where e.exam_id = c.id and e.known_facts is not null and u.deactivated_at is null)`,
  // A scalar with a limit ends at the first row found; `exists` could be planned as a read of all enrolments.
  /** Somebody has never signed in. */
  notSignedIn: `(select true from enrolments where exam_id = c.id and signed_in is not true limit 1) is true`,
  /** Somebody has another exam at the same hour, in any system. */
  clashing: `exists (
    select from exams b join enrolments other on other.exam_id = b.id
      cross join lateral (select from enrolments where exam_id = c.id and user_id = other.user_id offset 0) e
    where ${atOneHour})`,
};

/** The counts of a system without coming exams; the contract's `SystemWork` says what each counts. */
export const noExams = {
  comingExams: 0,
  examsFailedOnPlatform: 0,
  examsDrifted: 0,
  examsShut: 0,
  examsRepaired: 0,
  rowsRepaired: 0,
  examsInOneLanguage: 0,
  examsIncomplete: 0,
  examsBehind: 0,
  examsUntold: 0,
  examsNotSignedIn: 0,
};

interface NextExam extends Readonly<typeof noExams> {
  readonly systemId: number;
  /** The titles of the first exams in one language; null without any. */
  readonly titlesInOneLanguage: { readonly title: string; readonly titleEn: string }[] | null;
  /** Null, with what follows, in a system whose exams have all ended today. */
  readonly examId: number | null;
  readonly title: string;
  readonly titleEn: string;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly placeFr: string;
  readonly placeEn: string;
  readonly candidates: number;
  readonly notSignedIn: number;
}

// Only the candidates of the exams shown are counted, since all coming exams may have a hundred thousand.
const nextExams = (isOfScope: string) =>
  prepare<NextExam>(`
  select own.*, c.id as "examId", c.title, c.title_en as "titleEn", c.exam_date as date, c.start_time as "startTime",
         c.end_time as "endTime", c.place_fr as "placeFr", c.place_en as "placeEn", e.candidates, e."notSignedIn"
  from (select c.system_id as "systemId", count(*) filter (where ${isComing('c')}) as "comingExams",
               count(*) filter (where ${suchExams.failed}) as "examsFailedOnPlatform",
               count(*) filter (where ${suchExams.drifted}) as "examsDrifted",
               count(*) filter (where ${suchExams.shut}) as "examsShut",
               count(*) filter (where ${suchExams.oneLanguage}) as "examsInOneLanguage",
               to_jsonb((array_agg(jsonb_build_object('title', c.title, 'titleEn', c.title_en) order by c.exam_date, c.title, c.id)
                         filter (where ${suchExams.oneLanguage}))[1:$3::integer]) as "titlesInOneLanguage",
               count(*) filter (where c.exam_date <= $1::date + ${daysBefore} and ${lacksHourOrPlace}) as "examsIncomplete",
               count(*) filter (where ${suchExams.behind}) as "examsBehind",
               count(*) filter (where ${suchExams.untold}) as "examsUntold",
               count(*) filter (where ${suchExams.notSignedIn}) as "examsNotSignedIn",
               count(r.repaired) as "examsRepaired", coalesce(sum(r.repaired), 0)::integer as "rowsRepaired"
        from exams c left join platform_courses r
             on r.system_id = c.system_id and r.course_id = c.course_id and r.repaired > 0
        where ${isOfScope} and c.deactivated_at is null and ${lastDay('c')} >= $1::date group by c.system_id) own
       left join lateral (select id, title, title_en, exam_date, start_time, end_time, place_fr, place_en from exams
                          where system_id = own."systemId" and deactivated_at is null and ${isComing('exams')}
                          order by exam_date, title, id limit $3::integer) c on true
       cross join lateral (select count(*) as candidates, count(*) filter (where signed_in is not true) as "notSignedIn"
                           from enrolments where exam_id = c.id) e
  order by own."systemId", c.exam_date, c.title, c.id`);
const nextOfAll = nextExams('true');
const nextOfSome = nextExams(`c.system_id = ${among('$4::integer[]')}`);

const clashing = (isOfScope: string) =>
  prepare<{ readonly systemId: number; readonly n: number }>(`
  select c.system_id as "systemId", count(*) as n from exams c
  where ${isOfScope} and c.deactivated_at is null and ${lastDay('c')} >= $1::date and ${suchExams.clashing}
  group by c.system_id`);
const clashingOfAll = clashing('true');
const clashingOfSome = clashing(`c.system_id = ${among('$2::integer[]')}`);

/** The coming exams of these systems with a clash, by system; `db` sees all systems. */
export async function countClashing(db: ReadDb, systemIds: TenantScope, today: string) {
  const rows = await (systemIds === 'all'
    ? ask(db, clashingOfAll, [today])
    : ask(db, clashingOfSome, [today, systemIds]));
  return new Map(rows.map(({ systemId, n }) => [systemId, n]));
}

/** The first `most` active exams of each system that have not ended, by system, date and title. */
export function selectNextExams(
  db: ReadDb,
  systemIds: TenantScope,
  { day, time }: LocalMoment,
  most: number,
) {
  return systemIds === 'all'
    ? ask(db, nextOfAll, [day, time, most])
    : ask(db, nextOfSome, [day, time, most, systemIds]);
}

interface Beginning {
  readonly hasPeople: boolean;
  readonly hasPassed: boolean;
}

// Scalars with a limit end at the first row found, however many exams a system has.
const hasExamWithPeople = (isSuch: string) => `(
  select true from exams c
  where c.system_id = s.id and ${isSuch} and (select true from enrolments where exam_id = c.id limit 1) limit 1) is true`;
const beginnings = (isOfScope: string) =>
  prepare<Beginning & { readonly systemId: number }>(`
  select s.id as "systemId", ${hasExamWithPeople('true')} as "hasPeople",
         ${hasExamWithPeople(`${lastDay('c')} < $1::date`)} as "hasPassed"
  from systems s where ${isOfScope}`);
const beginningsOfAll = beginnings('true');
const beginningsOfSome = beginnings(`s.id = ${among('$2::integer[]')}`);

export async function selectBeginnings(
  db: ReadDb,
  systemIds: TenantScope,
  today: string,
): Promise<ReadonlyMap<number, Beginning>> {
  const rows = await (systemIds === 'all'
    ? ask(db, beginningsOfAll, [today])
    : ask(db, beginningsOfSome, [today, systemIds]));
  return new Map(rows.map(({ systemId, ...beginning }) => [systemId, beginning]));
}
