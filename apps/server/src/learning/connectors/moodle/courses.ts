import * as z from 'zod/mini';
import { startOfDay } from '../../../platform/runtime/clock.ts';
import { ConnectorError, type CourseOrder, type CourseRef } from '../connector.ts';
import type { MoodleSite } from './site.ts';
import { MoodleRefusal } from './webService.ts';

/**
 * A course of ours has the code as shortname, which claims it, and as ID number, which is set last and means that it is
 * whole: a copy that nobody waits for any more is visible by its shortname before it is whole.
 */
export const Course = z.object({
  id: z.int(),
  shortname: z.string(),
  idnumber: z.string(),
  categoryid: z.int(),
});
export type Course = z.output<typeof Course>;

const Courses = z.object({ courses: z.array(Course) });
const Warnings = z.object({
  warnings: z.array(z.object({ warningcode: z.string(), message: z._default(z.string(), '') })),
});

export async function findCourses(
  { call }: MoodleSite,
  field: 'idnumber' | 'shortname',
  value: string,
  signal: AbortSignal,
): Promise<Course[]> {
  const name = 'core_course_get_courses_by_field';
  const { courses } = await call({ name, parameters: { field, value }, answer: Courses }, signal);
  return courses;
}

/** The one whole course with our code, or null. @throws ConnectorError when there are several */
export async function findCourse(
  site: MoodleSite,
  code: string,
  signal: AbortSignal,
): Promise<Course | null> {
  const courses = await findCourses(site, 'idnumber', code, signal);
  if (courses.length > 1) {
    const ids = courses.map(({ id }) => id).join(', ');
    throw new ConnectorError(
      `${courses.length} courses have the ID number ${code} (${ids}): leave it to one`,
      'never',
    );
  }
  return courses[0] ?? null;
}

/** @throws ConnectorError when the course is gone, also when another one has its id now, as on a reinstalled site. */
export async function requireCourse(
  site: MoodleSite,
  { code, externalId }: CourseRef,
  signal: AbortSignal,
): Promise<number> {
  const course = await findCourse(site, code, signal);
  if (String(course?.id) !== externalId) throw new ConnectorError('the course is gone', 'never');
  return Number(externalId);
}

/** Sets what the portal says of a course; with `idnumber` this completes it. */
export async function updateCourse(
  { call, timeZone }: MoodleSite,
  id: number,
  { title, examDate, isCancelled }: CourseOrder,
  extra: { readonly idnumber?: string },
  signal: AbortSignal,
): Promise<void> {
  const start = startOfDay(examDate, timeZone);
  const end = startOfDay(nextDay(examDate), timeZone);
  const change = {
    id,
    fullname: title,
    startdate: start.getTime() / 1000,
    enddate: end.getTime() / 1000,
    visible: isCancelled ? 0 : 1,
    ...extra,
  };
  const parameters = { courses: [change] };
  const { warnings } = await call(
    { name: 'core_course_update_courses', parameters, answer: Warnings },
    signal,
  );
  const [warning] = warnings;
  // The answer is 200 all the same, and nothing was changed.
  if (warning) throw new MoodleRefusal(warning.warningcode, warning.message);
}

/** Deletes courses of ours that are not whole. @throws ConnectorError when the service user may not */
export async function deleteCourses(
  { call }: MoodleSite,
  courses: readonly Course[],
  signal: AbortSignal,
): Promise<void> {
  const parameters = { courseids: courses.map(({ id }) => id) };
  const { warnings } = await call(
    { name: 'core_course_delete_courses', parameters, answer: Warnings },
    signal,
  );
  if (warnings.every(({ warningcode }) => warningcode === 'unknowncourseidnumber')) return;
  const which = courses.map(({ id, shortname }) => `${shortname} (id ${id})`).join(', ');
  throw new ConnectorError(
    `an unfinished copy is in the way, and the service user may not delete it: delete ${which} in Moodle`,
    'never',
  );
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
