import { fold } from '@guichet/contract/core/fold';
import { joinNames } from '@guichet/contract/core/fullName';
import { mostPoints } from '../../../../learning-platform/src/grading.ts';
import { openPlatform, type Platform } from '../../../../learning-platform/src/platform.ts';
import type { Surroundings } from '../../../../learning-platform/src/surroundings.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { findUniversityName } from '../../core/database/universityName.ts';
import { startOfDay } from '../../core/runtime/clock.ts';
import { selectOrganisation } from './builtin.queries.ts';
import {
  type AccountFacts,
  type Connector,
  ConnectorError,
  type CourseFacts,
  type CourseOrder,
  type CourseRef,
  makeRemark,
  type Person,
} from './connector.ts';

const noAccount = makeRemark('noAccount');

/** The surroundings of the built-in platform. */
export function openSurroundings(context: AppContext): Surroundings {
  const { config, clock, database, keys, log } = context;
  return {
    ...{ config, clock, database, keys, log },
    findOrganisation: (by) => selectOrganisation(database.read, by),
    findUniversityName: () => findUniversityName(context),
  };
}

/** The connector of the built-in platform, which runs in this process and is called only through here. */
export function openBuiltin(context: AppContext): Connector {
  const { timeZone, publicUrl } = context.config;
  const platform = openPlatform(openSurroundings(context));
  return {
    batchSize: 500,
    courseSeconds: 60,
    check: async () => ({ product: 'builtin', site: publicUrl, problems: [] }),
    async ensureCourse({ organisation, made: _, ...course }) {
      const id = await platform.ensureCourse({ organisation: organisation.id, ...course });
      return { externalId: String(id), semesterId: null };
    },
    async readCourse({ organisation, made, ...wanted }) {
      const course = await platform.findCourse(organisation.id, wanted.code);
      const isThere = course && String(course.id) === made.externalId;
      return { wanted: factsOf(timeZone, wanted), found: isThere ? factsOf(timeZone, course) : null };
    },
    async readAccounts(organisation, keys) {
      const accounts = await platform.listAccounts(organisation.id, keys);
      const found = new Map<string, AccountFacts[]>(keys.map((key) => [key, []]));
      for (const account of accounts) found.set(account.key, [factsOfAccount(account)]);
      return found;
    },
    sharesAddresses: true,
    isApartBySystem: true,
    findByAddress: async ({ id }, addresses) =>
      (await platform.findByAddress(id, addresses)).map(factsOfAccount),
    async ensureUsers({ id }, people) {
      const present = people.filter(({ hasLeft }) => !hasLeft).map(rowOf);
      return { accounts: await platform.ensureUsers(id, present), refusals: [] };
    },
    async enrol(course, accounts) {
      const keys = accounts.map(({ key }) => key);
      const unknown = await platform.enrol(await courseIdOf(platform, course), keys);
      return unknown.map((key) => ({ key, remark: noAccount }));
    },
    async unenrol(course, keys) {
      await platform.unenrol(await courseIdOf(platform, course), keys);
      return [];
    },
    unenrolAccounts: async (course, ids) => platform.unenrolAccounts(await courseIdOf(platform, course), ids),
    async listEnrolments(course) {
      const people = await platform.listEnrolments(await courseIdOf(platform, course));
      const plain = { isSuspended: false, role: 'student', isActive: true, twins: [] } as const;
      return people.map((person) => ({ ...person, ...plain }));
    },
    async readGrades(course) {
      const grades = await platform.readGrades(await courseIdOf(platform, course));
      return grades.map((grade) => ({ ...grade, outOf: grade.points === null ? null : mostPoints }));
    },
    setExtraTimes: null,
    signOnAddress({ organisation, person, course, isStaff, language, sessionId }) {
      const visitor = { key: person.key, fullName: joinNames(person), isStaff };
      return platform.openEntry(organisation.id, visitor, { course, language, openedBy: sessionId });
    },
  };
}

type Account = Awaited<ReturnType<Platform['listAccounts']>>[number];

function factsOfAccount(account: Account): AccountFacts {
  return { ...account, login: account.key, isSuspended: false };
}

function rowOf(person: Person) {
  const { key, firstName, lastName, email } = person;
  return { key, full_name: joinNames(person), sort_name: fold(`${lastName} ${firstName}`), email };
}

function factsOf(
  timeZone: string,
  { title, code, isCancelled, examDate }: Pick<CourseOrder, 'title' | 'code' | 'isCancelled' | 'examDate'>,
): CourseFacts {
  const startsAt = startOfDay(examDate, timeZone);
  return { title, code, isOpen: !isCancelled, semesterId: null, startsAt, endsAt: null };
}

async function courseIdOf(platform: Platform, { organisation, code, externalId }: CourseRef) {
  const course = await platform.findCourse(organisation.id, code);
  if (String(course?.id) !== externalId) throw new ConnectorError('courseGone', 'never');
  return Number(externalId);
}
