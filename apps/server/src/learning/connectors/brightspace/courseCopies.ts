import * as z from 'zod/mini';
import { ConnectorError, type CourseOrder, type MadeCourse, makeRemark } from '../connector.ts';
import { orNull } from '../http.ts';
import { BrightspaceRefusal, type BrightspaceSite, MissingScope, orAbsent } from './api.ts';
import * as offerings from './offerings.ts';
import { creationMarker, makeMark } from './offerings.ts';
import { findOrgUnit, listSemesters, moveToSemester, typeOf } from './orgUnits.ts';

/** Seconds until a course that is being copied is looked at again. */
const lookAgainSeconds = 5;
/** Longer than the time from creating a course to noting its copy job. */
const beginningSeconds = 120;
/** After this time, a copy job that Brightspace no longer knows is begun anew. */
const forgottenSeconds = 3600;

/** https://docs.valence.desire2learn.com/res/course.html#post--d2l-api-le-(version)-import-(orgUnitId)-copy- */
const CopyBegun = z.object({ JobToken: z.string() });
const CopyState = z.object({ Status: z.string() });

/**
 * Finds the course offering with our code, or copies it from the template; sets title, dates and whether it
 * is active. Any number of callers make one course, even when some of them die in between: the description of
 * an unfinished course says so, and names the copy job that it waits for.
 * @throws ConnectorError `unready` until the copy has ended
 */
export async function ensureCourse(site: BrightspaceSite, order: CourseOrder): Promise<MadeCourse> {
  const { code } = order;
  const found = await offerings.findOfferings(site, code);
  const whole = found.filter((offering) => makeMark(offering) === null);
  const unfinished = found.filter((offering) => makeMark(offering) !== null);
  if (whole.length > 1) {
    const ids = whole.map(({ Identifier }) => Identifier);
    throw new ConnectorError(makeRemark('severalCourses', { code, ids }), 'never');
  }
  const [oldest, ...twins] = unfinished;
  const course = whole[0] ?? (oldest ? null : await findUncoded(site, order));
  if (course) {
    // A twin comes from a call that was given up here and still carried out there.
    for (const twin of unfinished) await offerings.recycleOffering(site, twin);
    await offerings.updateOffering(site, course, order, null);
    await putBack(site, course, order);
    return madeOf(course, order);
  }
  if (!oldest) throw await beginCourse(site, order);
  await requireCopied(site, oldest);
  await offerings.updateOffering(site, oldest, order, '');
  for (const twin of twins) await offerings.recycleOffering(site, twin);
  return madeOf(oldest, order);
}

function madeOf(offering: offerings.Offering, { made }: CourseOrder): MadeCourse {
  return {
    externalId: offering.Identifier,
    semesterId: made?.semesterId ?? offerings.readSemester(offering),
  };
}

async function putBack(site: BrightspaceSite, offering: offerings.Offering, { made }: CourseOrder) {
  const to = made?.semesterId ?? null;
  if (to === null) return;
  const from = await readSemesters(site, offering);
  try {
    await moveToSemester(site, offering.Identifier, { from, to });
  } catch (error) {
    if (!(error instanceof BrightspaceRefusal)) throw error;
    throw new ConnectorError(makeRemark('courseMoved', { said: error.message }), 'never');
  }
}

/** A course's semesters; only the semester it shows where we lack permission or scope to see the parents. */
async function readSemesters(
  site: BrightspaceSite,
  offering: offerings.Offering,
): Promise<readonly number[]> {
  const shown = offerings.readSemester(offering);
  const isUnseen = (error: unknown) => error instanceof BrightspaceRefusal || error instanceof MissingScope;
  const listed = await orNull(listSemesters(site, offering.Identifier), isUnseen);
  return listed ?? (shown === null ? [] : [shown]);
}

/**
 * The `made` course with another code, or null when it is gone. Only a repair sets our code again,
 * since nothing else shows that a course is ours.
 * @throws ConnectorError without a repair: a second course is not made beside it
 */
async function findUncoded(
  site: BrightspaceSite,
  { made, code, isRepair }: CourseOrder,
): Promise<offerings.Offering | null> {
  const course = made && (await offerings.findOffering(site, made.externalId));
  if (!course || (isRepair && makeMark(course) === null)) return course;
  throw new ConnectorError(
    makeRemark('codeChanged', { id: course.Identifier, found: offerings.readCode(course), code }),
    'never',
  );
}

/** Creates the course and begins its copy. Returns the error that the course is not ready. */
async function beginCourse(site: BrightspaceSite, order: CourseOrder): Promise<Error> {
  const { organisation, code, made: former } = order;
  const source = organisation.templateId ?? site.settings.template;
  const semester = former?.semesterId ?? organisation.semesterId ?? site.settings.semester;
  const template = await findTemplate(site, source);
  const now = site.clock.now();
  let made: offerings.Offering;
  try {
    made = await offerings.createOffering(site, order, { template, semester }, creationMarker(now, null));
  } catch (error) {
    if (!(error instanceof BrightspaceRefusal) || error.status === 403) throw error;
    throw new ConnectorError(makeRemark('courseRefused', { said: error.message }), 'never');
  }
  // Two callers at once have created a course each: the oldest stays.
  const [oldest] = await offerings.findOfferings(site, code);
  if (oldest && oldest.Identifier !== made.Identifier) {
    await offerings.recycleOffering(site, made);
    return new ConnectorError('copying', 'unready', 1);
  }
  const body = {
    SourceOrgUnitId: source,
    Components: null,
    CallbackUrl: null,
    DaysToOffsetDates: null,
    HoursToOffsetDates: null,
    OffsetByStartDateDifference: null,
  };
  const path = `import/${made.Identifier}/copy/`;
  const { JobToken: job } = await site.call({ method: 'POST', product: 'le', path, body, answer: CopyBegun });
  await offerings.updateDescription(site, made, creationMarker(now, job));
  return new ConnectorError('copying', 'unready', 1);
}

/** The template for new courses: that of the settings, or of the course that stands in its place. */
async function findTemplate(site: BrightspaceSite, id: number | null): Promise<number> {
  if (id === null) throw new ConnectorError('unsetTemplate', 'never');
  const unit = await findOrgUnit(site, id);
  if (unit?.Type.Code === typeOf.template) return id;
  if (unit?.Type.Code === typeOf.offering) {
    const course = await offerings.findOffering(site, String(id));
    if (course?.CourseTemplate) return Number(course.CourseTemplate.Identifier);
  }
  const problem = unit
    ? makeRemark('notTemplate', { id, type: unit.Type.Code })
    : makeRemark('noTemplate', { id });
  throw new ConnectorError(problem, 'never');
}

/** @throws ConnectorError unless the copy is complete; a failed copy goes to the recycle bin, for another */
async function requireCopied(site: BrightspaceSite, offering: offerings.Offering): Promise<void> {
  const mark = makeMark(offering);
  if (!mark) return;
  const { Identifier } = offering;
  const age = (site.clock.now().getTime() - mark.since.getTime()) / 1000;
  const beginAnew = async () => {
    await offerings.recycleOffering(site, offering);
    throw new ConnectorError('copying', 'unready', 1);
  };
  if (mark.job === null) {
    if (age > beginningSeconds) await beginAnew();
    throw new ConnectorError('copying', 'unready', lookAgainSeconds);
  }
  const path = `import/${Identifier}/copy/${encodeURIComponent(mark.job)}`;
  const state = await orAbsent(site.call({ product: 'le', path, answer: CopyState }));
  if (!state) {
    if (age > forgottenSeconds) await beginAnew();
    throw new ConnectorError('unseenCopy', 'unready', lookAgainSeconds);
  }
  const { Status: status } = state;
  switch (status.toUpperCase()) {
    case 'COMPLETE':
      return;
    case 'FAILED':
    case 'CANCELLED':
      await offerings.recycleOffering(site, offering);
      throw new ConnectorError(makeRemark('copyFailed', { status }), 'never');
    default:
      throw new ConnectorError('copying', 'unready', lookAgainSeconds);
  }
}
