import { sql } from 'kysely';
import type { ReadDb, WriteTx } from './surroundings.ts';

export interface CourseFacts {
  readonly organisation: number;
  readonly code: string;
  readonly title: string;
  /** '' where the English title is the same. */
  readonly titleEn: string;
  /** `yyyy-mm-dd` */
  readonly examDate: string;
  readonly isCancelled: boolean;
}

export interface Course extends CourseFacts {
  readonly id: number;
}

const columns = [
  'c.id',
  'c.organisation',
  'c.code',
  'c.title',
  'c.title_en as titleEn',
  'c.exam_date as examDate',
  sql<boolean>`c.cancelled_at is not null`.as('isCancelled'),
] as const;

export async function upsertCourse(tx: WriteTx, course: CourseFacts, now: Date): Promise<number> {
  const shown = {
    title: course.title,
    title_en: course.titleEn,
    exam_date: course.examDate,
    cancelled_at: course.isCancelled ? now : null,
  };
  const { id } = await tx
    .insertInto('builtin_courses')
    .values({ organisation: course.organisation, code: course.code, ...shown, created_at: now })
    .onConflict((conflict) => conflict.columns(['organisation', 'code']).doUpdateSet(shown))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function selectCourse(db: ReadDb, organisation: number, code: string): Promise<Course | undefined> {
  return courses(db, organisation).where('c.code', '=', code).executeTakeFirst();
}

/** The courses of an organisation by date, each with its number of people. */
export function selectCourses(db: ReadDb, organisation: number) {
  return courses(db, organisation)
    .select((row) =>
      row
        .selectFrom('builtin_enrolments as e')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('e.course_id', '=', 'c.id')
        .$asScalar()
        .$notNull()
        .as('people'),
    )
    .execute();
}

export function selectOwnCourses(db: ReadDb, organisation: number, key: string): Promise<Course[]> {
  return ownCourses(db, organisation, key).execute();
}

export function selectOwnCourse(db: ReadDb, organisation: number, key: string, code: string) {
  return ownCourses(db, organisation, key).where('c.code', '=', code).executeTakeFirst();
}

function ownCourses(db: ReadDb, organisation: number, key: string) {
  return courses(db, organisation)
    .innerJoin('builtin_enrolments as e', 'e.course_id', 'c.id')
    .innerJoin('builtin_users as u', 'u.id', 'e.user_id')
    .where((eb) => eb.and({ 'u.organisation': organisation, 'u.key': key }));
}

function courses(db: ReadDb, organisation: number) {
  return db
    .selectFrom('builtin_courses as c')
    .select(columns)
    .where('c.organisation', '=', organisation)
    .orderBy('c.exam_date')
    .orderBy('c.title')
    .orderBy('c.id');
}

export interface UserRow {
  readonly key: string;
  readonly full_name: string;
  readonly sort_name: string;
  readonly email: string;
}

/** Inserts or updates a batch of people, with the portal's names and addresses. Returns their accounts. */
export async function upsertUsers(tx: WriteTx, organisation: number, users: readonly UserRow[]) {
  await sql`
    insert into builtin_users as b (organisation, key, full_name, sort_name, email)
    select ${organisation}::integer, u.*
    from json_to_recordset(${JSON.stringify(users)}::json)
         as u (key text, full_name text, sort_name text, email text)
    order by u.key
    on conflict (organisation, key) do update
    set full_name = excluded.full_name, sort_name = excluded.sort_name, email = excluded.email
    where (b.full_name, b.sort_name, b.email) <> (excluded.full_name, excluded.sort_name, excluded.email)`.execute(
    tx,
  );
  const keys = users.map(({ key }) => key);
  return tx
    .selectFrom('builtin_users')
    .select(['key', sql<string>`id::text`.as('externalId')])
    .where('organisation', '=', organisation)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
}

/** Enrols the people with these keys; returns the keys without an account. */
export async function insertEnrolments(tx: WriteTx, courseId: number, keys: readonly string[], now: Date) {
  const { rows } = await sql<{ key: string }>`
    with ${people(courseId, keys)}, placed as (
      insert into builtin_enrolments (course_id, user_id, enrolled_at)
      select course_id, user_id, ${now}::timestamptz from found order by user_id
      on conflict do nothing
    )
    select key from asked where not exists (select from found where found.key = asked.key)`.execute(tx);
  return rows.map(({ key }) => key);
}

export async function deleteEnrolments(tx: WriteTx, courseId: number, keys: readonly string[]) {
  await sql`
    with ${people(courseId, keys)}
    delete from builtin_enrolments e using found
    where e.course_id = found.course_id and e.user_id = found.user_id`.execute(tx);
}

export async function deleteUserEnrolments(tx: WriteTx, courseId: number, userIds: readonly string[]) {
  await tx
    .deleteFrom('builtin_enrolments')
    .where('course_id', '=', courseId)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .execute();
}

/** Materialised, so that each key is looked up by index even before the table has statistics. */
const people = (courseId: number, keys: readonly string[]) => sql`
  asked as materialized (
    select c.id as course_id, c.organisation, k.key
    from builtin_courses c cross join unnest(${keys}::text[]) as k (key)
    where c.id = ${courseId}::bigint
  ), found as materialized (
    select asked.course_id, asked.key, u.id as user_id
    from asked join builtin_users u on u.organisation = asked.organisation and u.key = asked.key
  )`;

export function selectEnrolled(db: ReadDb, courseId: number) {
  return enrolled(db, courseId)
    .select([sql<string>`u.id::text`.as('externalId'), 'u.key', 'u.full_name as name', 'u.email'])
    .execute();
}

export interface AccountRow {
  readonly externalId: string;
  readonly key: string;
  readonly name: string;
  readonly email: string;
}

export function selectAccounts(
  db: ReadDb,
  organisation: number,
  keys: readonly string[],
): Promise<AccountRow[]> {
  return accounts(db, organisation).where(sql<boolean>`key = any(${keys}::text[])`).execute();
}

/** Accounts by address, in any letter case. */
export function selectByAddress(
  db: ReadDb,
  organisation: number,
  addresses: readonly string[],
): Promise<AccountRow[]> {
  const lower = addresses.map((address) => address.toLowerCase());
  return accounts(db, organisation).where(sql<boolean>`lower(email) = any(${lower}::text[])`).execute();
}

function accounts(db: ReadDb, organisation: number) {
  return db
    .selectFrom('builtin_users')
    .select([sql<string>`id::text`.as('externalId'), 'key', 'full_name as name', 'email'])
    .where('organisation', '=', organisation);
}

/** A page of the people on a course, by family name. */
export function selectPeople(
  db: ReadDb,
  courseId: number,
  page: { readonly first: number; readonly most: number; readonly timeZone: string },
) {
  const givenOn = sql<string | null>`to_char(g.given_at at time zone ${page.timeZone}::text, 'YYYY-MM-DD')`;
  return enrolled(db, courseId)
    .select(['u.key', 'u.full_name as fullName', 'u.email', points, 'g.given_by as givenBy'])
    .select(givenOn.as('givenOn'))
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .offset(page.first)
    .limit(page.most)
    .execute();
}

export async function countPeople(db: ReadDb, courseId: number): Promise<number> {
  const { n } = await enrolled(db, courseId)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The grades of everybody on a course, null where there is none yet. */
export function selectGrades(db: ReadDb, courseId: number) {
  return enrolled(db, courseId).select(['u.key', 'u.full_name as name', points]).execute();
}

export const points = sql<number | null>`g.points::float8`.as('points');

/** The people on a course (`e`, `u`), each with the grade (`g`) if there is one. */
export function enrolled(db: ReadDb, courseId: number) {
  return db
    .selectFrom('builtin_enrolments as e')
    .innerJoin('builtin_users as u', 'u.id', 'e.user_id')
    .leftJoin('builtin_grades as g', (join) =>
      join.onRef('g.course_id', '=', 'e.course_id').onRef('g.user_id', '=', 'e.user_id'),
    )
    .where('e.course_id', '=', courseId);
}
