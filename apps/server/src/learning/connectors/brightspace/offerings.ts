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
import { BrightspaceRefusal, type BrightspaceSite, Id, orAbsent } from './api.ts';
import { findOfferingIds } from './orgUnits.ts';

/** The limit of a course's name. */
const mostLetters = 128;

const Text = z._default(z.nullable(z.string()), null);
const Moment = z._default(z.nullable(z.string()), null);

/** https://docs.valence.desire2learn.com/res/course.html#Course.CourseOffering */
const Offering = z.object({
  Identifier: Id,
  Name: z.string(),
  Code: z.nullable(z.string()),
  IsActive: z.boolean(),
  StartDate: Moment,
  EndDate: Moment,
  CourseTemplate: z._default(z.nullable(z.object({ Identifier: Id })), null),
  Semester: z._default(z.nullable(z.object({ Identifier: Id })), null),
  Description: z._default(z.nullable(z.object({ Text, Html: Text })), null),
  CanSelfRegister: z._default(z.nullable(z.boolean()), null),
});
export type Offering = z.output<typeof Offering>;

/** Template and semester for a new course offering. */
interface Origin {
  readonly template: number;
  readonly semester: number | null;
}

export function findOffering({ call }: BrightspaceSite, id: string): Promise<Offering | null> {
  return orAbsent(call({ path: `courses/${id}`, answer: Offering }));
}

/** All course offerings with our code, oldest first. @throws ConnectorError where we may not see them all */
export async function findOfferings(site: BrightspaceSite, code: string): Promise<Offering[]> {
  const offerings: Offering[] = [];
  for (const id of await findOfferingIds(site, code)) {
    const offering = await findOffering(site, id);
    if (offering) offerings.push(offering);
    else throw unseen(id);
  }
  return offerings;
}

/** @throws ConnectorError when the course is gone, or another has its id now, as on a reinstalled site */
export async function requireOffering(site: BrightspaceSite, course: CourseRef): Promise<Offering> {
  const made = await findMade(site, course);
  if (!made || readCode(made) !== course.code) throw new ConnectorError('courseGone', 'never');
  return made;
}

/** The course with this id, whatever its code. @throws ConnectorError when it exists and we may not see it */
async function findMade(
  site: BrightspaceSite,
  { code, externalId }: Pick<CourseRef, 'code' | 'externalId'>,
): Promise<Offering | null> {
  const offering = await findOffering(site, externalId);
  // 404 also stands for a course that we may not see; the site's structure still lists that course.
  if (!offering && (await findOfferingIds(site, code)).includes(externalId)) throw unseen(externalId);
  return offering;
}

export function readCode({ Code }: Offering): string {
  return Code ?? '';
}

/** Reports a course with another code as found: counted as gone, it would get a second course beside it. */
export async function readCourse(
  site: BrightspaceSite,
  order: CourseOrder & { readonly made: { readonly externalId: string } },
): Promise<CourseReading> {
  const { made, code } = order;
  const wanted = wantedOf(site, order);
  const offering = await findMade(site, { code, externalId: made.externalId });
  if (!offering) return { wanted, found: null };
  const { Name, IsActive, StartDate, EndDate } = offering;
  const found = {
    title: Name,
    code: readCode(offering),
    isOpen: IsActive,
    semesterId: readSemester(offering),
    startsAt: StartDate === null ? null : new Date(StartDate),
    endsAt: EndDate === null ? null : new Date(EndDate),
  };
  const isUnmarked = found.code !== code;
  return { wanted: { ...wanted, semesterId: wanted.semesterId ?? found.semesterId }, found, isUnmarked };
}

export function readSemester({ Semester }: Offering): number | null {
  return Semester === null ? null : Number(Semester.Identifier);
}

function wantedOf(
  { timeZone }: BrightspaceSite,
  { title, code, examDate, endDate, isCancelled, made }: CourseOrder,
) {
  const { start: startsAt, end: endsAt } = examDays({ examDate, endDate }, timeZone);
  const semesterId = made?.semesterId ?? null;
  return {
    title: nameOf(title),
    code,
    isOpen: !isCancelled,
    semesterId,
    startsAt,
    endsAt,
  } satisfies CourseFacts;
}

function unseen(id: string): ConnectorError {
  return new ConnectorError(makeRemark('unseenCourse', { id }), 'never');
}

export async function createOffering(
  { call }: BrightspaceSite,
  { code, title }: CourseOrder,
  { template, semester }: Origin,
  description: string,
): Promise<Offering> {
  const body = {
    Name: nameOf(title),
    Code: code,
    Path: '',
    CourseTemplateId: template,
    SemesterId: semester,
    StartDate: null,
    EndDate: null,
    LocaleId: null,
    ForceLocale: false,
    ShowAddressBook: false,
    Description: { Content: description, Type: 'Text' },
    CanSelfRegister: false,
  };
  return call({ method: 'POST', path: 'courses/', body, answer: Offering });
}

/** Sets title, code, dates, visibility and any given description; makes no call when nothing differs. */
export async function updateOffering(
  site: BrightspaceSite,
  offering: Offering,
  order: CourseOrder,
  description: string | null,
): Promise<void> {
  const { title, code, isOpen, startsAt, endsAt } = wantedOf(site, order);
  const { Identifier, Name, IsActive, StartDate, EndDate, CanSelfRegister } = offering;
  const isSame =
    description === null &&
    Name === title &&
    readCode(offering) === code &&
    IsActive === isOpen &&
    isAt(StartDate, startsAt) &&
    isAt(EndDate, endsAt);
  if (isSame) return;
  // The whole course is sent, since Brightspace empties a field that is left out.
  const body = {
    Name: title,
    Code: code,
    StartDate: startsAt.toISOString(),
    EndDate: endsAt.toISOString(),
    IsActive: isOpen,
    Description: description === null ? inputOf(offering) : { Content: description, Type: 'Text' },
    CanSelfRegister,
  };
  await site.call({ method: 'PUT', path: `courses/${Identifier}`, body });
}

/** Sets the description only; the course stays closed. */
export async function updateDescription(
  { call }: BrightspaceSite,
  { Identifier, Name, Code, StartDate, EndDate, CanSelfRegister }: Offering,
  description: string,
): Promise<void> {
  const Description = { Content: description, Type: 'Text' };
  const body = { Name, Code, StartDate, EndDate, IsActive: false, Description, CanSelfRegister };
  await call({ method: 'PUT', path: `courses/${Identifier}`, body });
}

/** Puts an unfinished course into the recycle bin, from which an administrator could restore it. */
export async function recycleOffering({ call }: BrightspaceSite, { Identifier, Code }: Offering) {
  const path = `orgstructure/recyclebin/${Identifier}/recycle`;
  try {
    await call({ method: 'POST', path });
  } catch (error) {
    if (!(error instanceof BrightspaceRefusal)) throw error;
    throw new ConnectorError(makeRemark('unfinishedCopy', { course: `${Code} (id ${Identifier})` }), 'never');
  }
}

/** Rich text goes in as `{Content, Type}` and comes out as `{Text, Html}`. */
function inputOf({ Description }: Offering) {
  const html = Description?.Html ?? '';
  return html === '' ? { Content: Description?.Text ?? '', Type: 'Text' } : { Content: html, Type: 'Html' };
}

function nameOf(title: string): string {
  return [...title].slice(0, mostLetters).join('');
}

function isAt(moment: string | null, instant: Date): boolean {
  return moment !== null && Date.parse(moment) === instant.getTime();
}

/**
 * The description of an unfinished course: since when it is being made, and its copy job. The mark stands on
 * the platform, so that any server can go on with a course begun by another.
 */
export function creationMarker(since: Date, job: string | null): string {
  return `[guichet ${since.toISOString()} ${job ?? 'new'}]`;
}

const pattern = /\[guichet (\S+) (\S+)\]/;

/** Null for a finished course. `job`: null until a copy job is noted. */
export function makeMark({
  Description,
}: Offering): { readonly since: Date; readonly job: string | null } | null {
  const [, since, job] = pattern.exec(Description?.Text || Description?.Html || '') ?? [];
  if (!since || !job) return null;
  return { since: new Date(since), job: job === 'new' ? null : job };
}
