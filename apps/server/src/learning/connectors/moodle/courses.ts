import * as z from 'zod/mini';
import {
  ConnectorError,
  type CourseFacts,
  type CourseOrder,
  type CourseReading,
  type CourseRef,
  makeRemark,
} from '../connector.ts';
import { examDays } from '../examTimes/examDay.ts';
import { orNull } from '../http.ts';
import { hasPeople } from './enrolments.ts';
import { listQuizzes, toDate } from './quizzes/quizzes.ts';
import { isNotInService } from './siteProblems.ts';
import { isMoodleRefusal, MoodleRefusal, type MoodleSite } from './webService.ts';

/**
 * A course of ours has our code as shortname, which claims it, and as ID number, which is set last and marks
 * it as whole. An unfinished copy shows the shortname too, even when nobody waits for the copy any more.
 */
export const Course = z.object({
  id: z.int(),
  fullname: z.string(),
  shortname: z.string(),
  idnumber: z.string(),
  categoryid: z.int(),
  visible: z.int(),
  startdate: z.int(),
  enddate: z.int(),
});
export type Course = z.output<typeof Course>;

/** A course as Moodle shows it to somebody who may not change it. */
const PublicCourse = z.object({ id: z.int(), idnumber: z.optional(z.undefined()) });

const Courses = z.object({ courses: z.array(z.union([Course, PublicCourse])) });
const Warnings = z.object({
  warnings: z.array(z.object({ warningcode: z.string(), message: z._default(z.string(), '') })),
});

/** @throws ConnectorError where Moodle shows a course in part, so that nobody knows whose it is */
export async function findCourses(
  { call }: MoodleSite,
  field: 'category' | 'id' | 'idnumber' | 'shortname',
  value: string,
): Promise<Course[]> {
  const name = 'core_course_get_courses_by_field';
  const { courses } = await call(name, { field, value }, Courses);
  const whole = courses.filter((course): course is Course => course.idnumber !== undefined);
  if (whole.length === courses.length) return whole;
  const said = 'moodle/course:view, moodle/course:update';
  throw new ConnectorError(makeRemark('nopermissions', { name, said }), 'later');
}

/** The one whole course with our code, or null. @throws ConnectorError when there are several */
export async function findCourse(site: MoodleSite, code: string): Promise<Course | null> {
  const courses = await findCourses(site, 'idnumber', code);
  if (courses.length > 1) {
    const ids = courses.map(({ id }) => String(id));
    throw new ConnectorError(makeRemark('severalCourses', { code, ids }), 'never');
  }
  return courses[0] ?? null;
}

/** The course with this id, whatever its name. */
export async function findById(site: MoodleSite, id: string): Promise<Course | null> {
  const [course] = await findCourses(site, 'id', id);
  return course ?? null;
}

/** Whether a course has one of our two marks. */
export function isMarked({ idnumber, shortname }: Course, code: string): boolean {
  return [idnumber, shortname].includes(code);
}

/** @throws ConnectorError when the course is gone, or another has its id now, as on a reinstalled site */
export async function requireCourse(site: MoodleSite, course: CourseRef): Promise<number> {
  const made = await findById(site, course.externalId);
  if (!made) await requireAbsent(site, course.externalId);
  if (!made || !isMarked(made, course.code)) throw new ConnectorError('courseGone', 'never');
  return made.id;
}

/** A course hidden from the service user looks like a deleted course. @throws ConnectorError if it exists */
async function requireAbsent(site: MoodleSite, id: string): Promise<void> {
  await orNull(hasPeople(site, Number(id)), isMoodleRefusal);
}

/** A course with either of our marks is ours. A course with neither is told as found: both may be changed. */
export async function readCourse(
  site: MoodleSite,
  order: CourseOrder & { readonly made: { readonly externalId: string } },
): Promise<CourseReading> {
  const wanted = wantedOf(site, order);
  const { made, code } = order;
  const course = await findById(site, made.externalId);
  if (!course) {
    await requireAbsent(site, made.externalId);
    return { wanted, found: null };
  }
  const { fullname, shortname, idnumber, categoryid, visible, startdate, enddate } = course;
  const found = {
    title: unescaped(fullname),
    code: shortname === code ? idnumber : shortname,
    isOpen: visible === 1,
    semesterId: categoryid,
    startsAt: toDate(startdate),
    endsAt: toDate(enddate),
  };
  const isUnmarked = !isMarked(course, code);
  const quizzes = await readQuizzes(site, course.id);
  // Another copy stays where a server was killed before it deleted its own.
  const claimants = await findCourses(site, 'shortname', code);
  const twins = claimants.flatMap(({ id }) => (id === course.id ? [] : String(id)));
  return {
    wanted: { ...wanted, semesterId: wanted.semesterId ?? categoryid },
    found,
    isUnmarked,
    twins,
    quizzes,
  };
}

/** Undefined where the service lacks the function. */
async function readQuizzes(site: MoodleSite, id: number) {
  const quizzes = await orNull(listQuizzes(site, id), isNotInService);
  return quizzes?.map(({ name, sumgrades = null }) => ({
    name,
    hasQuestions: sumgrades === null ? null : sumgrades > 0,
  }));
}

function wantedOf(
  { timeZone }: MoodleSite,
  { title, code, examDate, endDate, isCancelled, made }: CourseOrder,
) {
  const { start: startsAt, end: endsAt } = examDays({ examDate, endDate }, timeZone);
  const semesterId = made?.semesterId ?? null;
  return { title, code, isOpen: !isCancelled, semesterId, startsAt, endsAt } satisfies CourseFacts;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'" };

/** A title as Moodle stores it: without tags, which Moodle refuses, and character references. */
export function escapeTitle({ title }: Pick<CourseOrder, 'title'>): string {
  return title.replace(/&(?=[a-z0-9#]{1,8};)/gi, '&amp;').replaceAll('<', '&lt;');
}

/** Moodle's answers contain names escaped for pages. */
export function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#039);/g, (_, name: string) => entities[name] ?? '');
}

/** Sets title, dates and visibility of a course; with `idnumber`, also marks it as whole. */
export async function updateCourse(
  site: MoodleSite,
  id: number,
  order: CourseOrder,
  extra: { readonly idnumber?: string },
): Promise<void> {
  const { isOpen, startsAt, endsAt } = wantedOf(site, order);
  const fullname = escapeTitle(order);
  const dates = { startdate: startsAt.getTime() / 1000, enddate: endsAt.getTime() / 1000 };
  await changeCourse(site, { id, fullname, ...dates, visible: isOpen ? 1 : 0, ...extra });
}

/** @throws MoodleRefusal for a warning of Moodle too */
export async function changeCourse({ call }: MoodleSite, change: Readonly<Record<string, string | number>>) {
  const { warnings } = await call('core_course_update_courses', { courses: [change] }, Warnings);
  const [warning] = warnings;
  // A refusal may come as a warning in an answer with status 200.
  if (warning) throw new MoodleRefusal(warning.warningcode, warning.message);
}

/** Deletes unfinished courses of ours. @throws ConnectorError when the service user may not */
export async function deleteCourses({ call }: MoodleSite, courses: readonly Course[]): Promise<void> {
  const parameters = { courseids: courses.map(({ id }) => id) };
  const { warnings } = await call('core_course_delete_courses', parameters, Warnings);
  if (warnings.every(({ warningcode }) => warningcode === 'unknowncourseidnumber')) return;
  const which = courses.map(({ id, shortname }) => `${shortname} (id ${id})`).join(', ');
  throw new ConnectorError(makeRemark('unfinishedCopy', { course: which }), 'never');
}

const readCategories = 'core_course_get_categories';

const Categories = z.array(z.object({ id: z.int() }));

/** Whether the category exists, as far as the service user sees; null where that cannot be known. */
export async function hasCategory(site: MoodleSite, id: number): Promise<boolean | null> {
  const listed = await isListed(site, id);
  if (listed) return true;
  // A hidden category is not listed, but its courses are.
  const courses = await findCourses(site, 'category', String(id));
  return courses.length > 0 ? true : listed;
}

/** Null where the service user may not ask. */
async function isListed({ call }: MoodleSite, id: number): Promise<boolean | null> {
  const parameters = { criteria: [{ key: 'id', value: id }], addsubcategories: 0 };
  const found = await orNull(call(readCategories, parameters, Categories), isNotInService);
  return found?.some((category) => category.id === id) ?? null;
}
