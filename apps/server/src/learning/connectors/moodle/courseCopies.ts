import * as z from 'zod/mini';
import { ConnectorError, type CourseOrder, type MadeCourse, makeRemark } from '../connector.ts';
import { TooSlow } from '../http.ts';
import {
  type Course,
  changeCourse,
  deleteCourses,
  escapeTitle,
  findById,
  findCourse,
  findCourses,
  hasCategory,
  isMarked,
  updateCourse,
} from './courses.ts';
import { copyRefused, findSiteProblem, noCategory, noTemplate } from './siteProblems.ts';
import * as unfinishedCopies from './unfinishedCopies.ts';
import { MoodleRefusal, type MoodleSite } from './webService.ts';

/** Seconds until the next look for a copy that exists, but is hidden from the service user. */
const hiddenSeconds = 60;

const Made = z.object({ id: z.int() });

/**
 * Finds the course with our code, or copies it from the template; sets title, dates and visibility. Any
 * number of callers make one course, even when some of them die in between.
 * @throws ConnectorError `unready` while a copy is being made, by this or another caller
 */
export async function ensureCourse(site: MoodleSite, order: CourseOrder): Promise<MadeCourse> {
  const { code } = order;
  try {
    const whole = (await findCourse(site, code)) ?? (await findMade(site, order));
    const claimed = whole ? [whole] : await findCourses(site, 'shortname', code);
    // Another caller may have completed the copy between the two questions.
    const completed = whole ?? claimed.find(({ idnumber }) => idnumber === code);
    if (completed) {
      const mark = completed.idnumber === code ? {} : { idnumber: code };
      await updateCourse(site, completed.id, order, mark);
      return madeOf(completed.id, await putCourseBack(site, completed, order));
    }
    const categoryid = unfinishedCopies.chooseCategory(site, order);
    const finished = await unfinishedCopies.takeUpCopy(site, claimed, order);
    if (!finished && claimed.length > 0) await unfinishedCopies.removeAbandoned(site, claimed, order);
    const id = finished?.id ?? (await copyTemplate(site, order, categoryid));
    await giveWayToTwin(site, id, code);
    await completeCopy(site, id, order);
    return madeOf(id, categoryid);
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    if (error.errorcode === 'shortnametaken' && (await findCourses(site, 'shortname', code)).length === 0)
      throw new ConnectorError('requireloginerror', 'unready', hiddenSeconds);
    throw problemOf(error, site, order);
  }
}

/** The `made` course, by its id. @throws ConnectorError for one without our marks, except in a repair */
async function findMade(site: MoodleSite, { code, made, isRepair }: CourseOrder): Promise<Course | null> {
  const course = made && (await findById(site, made.externalId));
  if (!course || isMarked(course, code)) return course;
  const { id, shortname: found } = course;
  if (!isRepair) throw new ConnectorError(makeRemark('codeChanged', { id, found, code }), 'never');
  const [claimant] = await findCourses(site, 'shortname', code);
  if (claimant) throw unfinishedCopies.codeTaken(claimant, code);
  return course;
}

function madeOf(id: number, semesterId: number): MadeCourse {
  return { externalId: String(id), semesterId };
}

/** Claims the shortname with a hidden course without ID number; returns its id. */
async function copyTemplate(site: MoodleSite, order: CourseOrder, categoryid: number): Promise<number> {
  const { call, settings } = site;
  const { code, organisation } = order;
  const template = organisation.templateId ?? settings.template;
  const course = { fullname: escapeTitle(order), shortname: code, categoryid, visible: 0 };
  if (template === null) {
    const [first] = await call('core_course_create_courses', { courses: [course] }, z.array(Made));
    if (first) return first.id;
    throw new ConnectorError('nothingMade', 'later');
  }
  // No options: setting any of them takes further permissions on backups.
  const parameters = { courseid: template, ...course };
  const { copySeconds: seconds } = settings;
  try {
    return (await call('core_course_duplicate_course', parameters, Made, { seconds })).id;
  } catch (error) {
    if (error instanceof TooSlow)
      throw new ConnectorError('copying', 'unready', unfinishedCopies.lookAgainSeconds);
    if (isRefusedForGood(error)) await unfinishedCopies.removeRemains(site, order);
    throw error;
  }
}

function isRefusedForGood(error: unknown): boolean {
  return error instanceof MoodleRefusal
    ? error.errorcode !== 'shortnametaken'
    : error instanceof ConnectorError && error.retry === 'never';
}

/** Two callers at once get a course each: the oldest is completed, the other caller deletes its own. */
async function giveWayToTwin(site: MoodleSite, id: number, code: string): Promise<void> {
  const twins = (await findCourses(site, 'shortname', code)).sort((a, b) => a.id - b.id);
  const kept = twins.find(({ idnumber }) => idnumber === code) ?? twins[0];
  const own = twins.find((course) => course.id === id);
  if (!own) throw new ConnectorError('requireloginerror', 'unready', hiddenSeconds);
  if (own === kept) return;
  await deleteCourses(site, [own]);
  throw new ConnectorError('copying', 'unready', 1);
}

/** Another caller may since have completed a twin that was still being filled, under another name. */
async function completeCopy(site: MoodleSite, id: number, order: CourseOrder) {
  try {
    await updateCourse(site, id, order, { idnumber: order.code });
  } catch (error) {
    const isTaken = error instanceof MoodleRefusal && error.errorcode === 'courseidnumbertaken';
    if (isTaken) await giveWayToTwin(site, id, order.code);
    throw error;
  }
}

function problemOf(
  { errorcode, message }: MoodleRefusal,
  { settings }: MoodleSite,
  order: CourseOrder,
): Error {
  const { organisation } = order;
  switch (errorcode) {
    case 'shortnametaken':
    case 'courseidnumbertaken':
      return new ConnectorError('copying', 'unready', 1);
    case 'backupprecheckerrors':
      return new ConnectorError(copyRefused, 'never');
    case 'invalidcourseid':
      return new ConnectorError(noTemplate(organisation.templateId ?? settings.template), 'never');
    case 'invalidrecord':
      // Course and category are the two things that may be missing; Moodle names the table only for the
      // category. A missing course has just been deleted by somebody.
      if (!message.includes('course_categories')) return new ConnectorError('courseGone', 'unready', 1);
      return new ConnectorError(noCategory(organisation.semesterId ?? settings.category), 'never');
    case 'errorcatcontextnotvalid':
      return new ConnectorError(noCategory(organisation.semesterId ?? settings.category), 'never');
    default:
      // The words of a warning, unlike an error's, have not been replaced by ours yet.
      return (
        findSiteProblem(errorcode, 'core_course_update_courses', message) ??
        new ConnectorError(makeRemark('courseRefused', { said: message }), 'never')
      );
  }
}

/**
 * Moves a course back into its category and restores the short name, which may take further permissions;
 * returns the category. A course whose category was deleted stays: Moodle would refuse the move, and leave
 * the course hidden and in no category.
 */
async function putCourseBack(
  site: MoodleSite,
  { id, categoryid, shortname }: Course,
  { code, made }: CourseOrder,
): Promise<number> {
  const own = made?.semesterId ?? categoryid;
  const isThere = own === categoryid || (await hasCategory(site, own));
  if (isThere === null) throw new ConnectorError(makeRemark('uncheckedCategory', { id: own }), 'never');
  const category = isThere ? own : categoryid;
  const change = {
    ...(shortname === code ? {} : { shortname: code }),
    ...(categoryid === category ? {} : { categoryid: category }),
  };
  if (Object.keys(change).length === 0) return category;
  try {
    await changeCourse(site, { id, ...change });
    return category;
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    const said = `${error.message} (${error.errorcode})`;
    throw new ConnectorError(makeRemark('courseMoved', { said }), 'never');
  }
}
