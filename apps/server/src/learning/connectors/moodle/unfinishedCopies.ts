import { ConnectorError, type CourseOrder, isFinal, makeRemark } from '../connector.ts';
import { orNull } from '../http.ts';
import { type Course, deleteCourses, findById, findCourses } from './courses.ts';
import { hasPeople } from './enrolments.ts';
import { isMoodleRefusal, type MoodleSite } from './webService.ts';

/** Seconds until a course that is being copied is looked at again. */
export const lookAgainSeconds = 5;

export function chooseCategory({ settings }: MoodleSite, { organisation, made }: CourseOrder): number {
  const category = made?.semesterId ?? organisation.semesterId ?? settings.category;
  if (category !== null) return category;
  throw new ConnectorError('unsetCategory', 'never');
}

/**
 * The copy of a caller that died before completing it, or null. A new copy has our short name and no start;
 * Moodle takes the name away while it fills the course, and at the end gives it back, with the start of the
 * template.
 */
export async function takeUpCopy(
  site: MoodleSite,
  [copy, ...twins]: readonly Course[],
  order: CourseOrder,
): Promise<Course | null> {
  if (!copy || copy.startdate === 0 || copy.visible === 1 || twins.length > 0) return null;
  const id = order.organisation.templateId ?? site.settings.template;
  const template = id === null ? null : await findById(site, String(id));
  if (template?.startdate !== copy.startdate) return null;
  return (await isOwnCopy(site, copy, order)) ? copy : null;
}

/** Whether an unfinished course looks like ours: in our category, without ID number, without people. */
async function isOwnCopy(site: MoodleSite, course: Course, order: CourseOrder) {
  const { id, idnumber, categoryid } = course;
  return idnumber === '' && categoryid === chooseCategory(site, order) && isEmpty(site, id);
}

/** Deletes copies that nobody finished, once this process has known them for longer than any copy takes. */
export async function removeAbandoned(site: MoodleSite, unfinished: readonly Course[], order: CourseOrder) {
  for (const course of unfinished)
    if (!(await isOwnCopy(site, course, order))) throw codeTaken(course, order.code);
  const wait = Math.max(...unfinished.map(({ id }) => site.secondsToWaitFor(id)));
  if (wait > 0) throw new ConnectorError('copying', 'unready', Math.min(wait, lookAgainSeconds));
  await deleteCourses(site, unfinished);
}

async function isEmpty(site: MoodleSite, courseId: number): Promise<boolean> {
  const hasAny = await orNull(hasPeople(site, courseId), isMoodleRefusal);
  // Another caller has deleted the course meanwhile.
  if (hasAny === null) throw new ConnectorError('copying', 'unready', 1);
  return !hasAny;
}

/** A copy that Moodle refuses may leave its course behind: empty, without a start, with our short name. */
export async function removeRemains(site: MoodleSite, order: CourseOrder): Promise<void> {
  const left = await findCourses(site, 'shortname', order.code);
  const own = left.filter(({ startdate, idnumber }) => startdate === 0 && idnumber === '');
  if (own.length === 0) return;
  // The refusal of the copy is told first; a failed deletion shows itself at the next copy.
  await orNull(deleteCourses(site, own), isFinal);
}

export function codeTaken({ id }: Course, code: string): ConnectorError {
  return new ConnectorError(makeRemark('codeTaken', { course: id, code }), 'never');
}
