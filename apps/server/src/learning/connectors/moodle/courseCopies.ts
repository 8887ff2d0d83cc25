import * as z from 'zod/mini';
import { ConnectorError, type CourseOrder } from '../connector.ts';
import { type Course, deleteCourses, findCourse, findCourses, updateCourse } from './courses.ts';
import { listPeople } from './enrolments.ts';
import type { MoodleSite } from './site.ts';
import { MoodleRefusal, TooSlow } from './webService.ts';

/** Seconds until a course that is being copied is looked at again. */
const lookAgainSeconds = 5;

const Made = z.object({ id: z.int() });

/**
 * The course with our code, copied from the template unless it exists; sets title, dates and visibility. Any number of
 * callers make one course, also when some of them die in between.
 * @throws ConnectorError `unready` while a copy is being made, by this or another caller
 */
export async function ensureCourse(
  site: MoodleSite,
  order: CourseOrder,
  signal: AbortSignal,
): Promise<number> {
  const { code } = order;
  try {
    const whole = await findCourse(site, code, signal);
    const claimed = whole ? [whole] : await findCourses(site, 'shortname', code, signal);
    // Another caller may have completed it between the two questions.
    const completed = claimed.find(({ idnumber }) => idnumber === code);
    if (completed) {
      await updateCourse(site, completed.id, order, {}, signal);
      return completed.id;
    }
    if (claimed.length > 0) await removeAbandoned(site, claimed, order, signal);
    const id = await copyTemplate(site, order, signal);
    await giveWayToTwin(site, id, code, signal);
    await updateCourse(site, id, order, { idnumber: code }, signal);
    return id;
  } catch (error) {
    throw error instanceof MoodleRefusal ? problemOf(error, site, order) : error;
  }
}

/**
 * Deletes copies that nobody finished. One is only deleted when it has been there for longer than any copy takes, seen from
 * this process, and when it has the marks of ours: in our category, without ID number, without people.
 */
async function removeAbandoned(
  site: MoodleSite,
  unfinished: readonly Course[],
  { code, organisation }: CourseOrder,
  signal: AbortSignal,
): Promise<void> {
  const category = organisation.semesterId ?? site.settings.category;
  for (const course of unfinished) {
    const isOurs =
      course.idnumber === '' && course.categoryid === category && (await isEmpty(site, course.id, signal));
    if (!isOurs)
      throw new ConnectorError(`course ${course.id} has the short name ${code} already: rename it`, 'never');
  }
  const wait = Math.max(...unfinished.map(({ id }) => site.secondsToWaitFor(id)));
  if (wait > 0)
    throw new ConnectorError('the course is being copied', 'unready', Math.min(wait, lookAgainSeconds));
  await deleteCourses(site, unfinished, signal);
}

async function isEmpty(site: MoodleSite, courseId: number, signal: AbortSignal): Promise<boolean> {
  try {
    return (await listPeople(site, courseId, { most: 1 }, signal)).length === 0;
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    // Another caller has deleted it meanwhile.
    throw new ConnectorError('the course is being copied by another server', 'unready', 1);
  }
}

/** Claims the shortname with a hidden course without ID number; returns its id. */
async function copyTemplate(site: MoodleSite, order: CourseOrder, signal: AbortSignal): Promise<number> {
  const { call, settings } = site;
  const { code, title, organisation } = order;
  const categoryid = organisation.semesterId ?? settings.category;
  const template = organisation.templateId ?? settings.template;
  if (categoryid === null)
    throw new ConnectorError('no category: set the semester of the system, or MOODLE_CATEGORY', 'never');
  const course = { fullname: title, shortname: code, categoryid, visible: 0 };
  if (template === null) {
    const parameters = { courses: [course] };
    const made = { name: 'core_course_create_courses', parameters, answer: z.array(Made) };
    const [first] = await call(made, signal);
    if (first) return first.id;
    throw new ConnectorError('Moodle created no course', 'later');
  }
  // No options: to set even one of them takes further permissions on backups.
  const parameters = { courseid: template, ...course };
  const copy = {
    name: 'core_course_duplicate_course',
    parameters,
    answer: Made,
    seconds: settings.copySeconds,
  };
  try {
    return (await call(copy, signal)).id;
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    throw new ConnectorError('the copy of the template takes long', 'unready', lookAgainSeconds);
  }
}

/**
 * Moodle checks a shortname and then copies, so two callers at once have a course each. The oldest is completed; the caller
 * of another one deletes its own.
 */
async function giveWayToTwin(site: MoodleSite, id: number, code: string, signal: AbortSignal): Promise<void> {
  const twins = (await findCourses(site, 'shortname', code, signal)).sort((a, b) => a.id - b.id);
  const kept = twins.find(({ idnumber }) => idnumber === code) ?? twins[0];
  const own = twins.find((course) => course.id === id);
  if (!own || own === kept) return;
  await deleteCourses(site, [own], signal);
  throw new ConnectorError('the course is being copied by another server', 'unready', 1);
}

function problemOf(
  { errorcode, message }: MoodleRefusal,
  { settings }: MoodleSite,
  order: CourseOrder,
): Error {
  const { organisation, code } = order;
  switch (errorcode) {
    case 'shortnametaken':
    case 'courseidnumbertaken':
      return new ConnectorError('the course is being copied by another server', 'unready', 1);
    case 'invalidcourseid':
      return new ConnectorError(
        `there is no template with the id ${organisation.templateId ?? settings.template}`,
        'never',
      );
    case 'invalidrecord':
      return new ConnectorError(
        `there is no category with the id ${organisation.semesterId ?? settings.category}`,
        'never',
      );
    default:
      return new ConnectorError(`Moodle refuses the course ${code}: ${message} (${errorcode})`, 'never');
  }
}
