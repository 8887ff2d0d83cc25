import { fold } from '@guichet/contract/core/fold';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { startOfDay } from '../../core/runtime/clock.ts';
import * as queries from '../builtin/builtin.queries.ts';
import { mostPoints } from '../builtin/grading.ts';
import { openEntry } from '../builtin/platformEntry.ts';
import {
  type AccountFacts,
  type Connector,
  ConnectorError,
  type CourseFacts,
  type CourseRef,
  type Person,
} from './connector.ts';
import { makeRemark } from './platformFacts.ts';

const noAccount = makeRemark('noAccount');

/** The connector of the built-in platform, which runs in this process and is called only through here. */
export function openBuiltin(context: AppContext): Connector {
  const { clock, database } = context;
  return {
    batchSize: 500,
    courseSeconds: 60,
    async check() {
      return { product: 'builtin', site: context.config.publicUrl, problems: [] };
    },
    async ensureCourse({ organisation, made: _, ...course }) {
      const facts = { organisation: organisation.id, ...course };
      const id = await systemTransaction(context, (tx) => queries.upsertCourse(tx, facts, clock.now()));
      return { externalId: String(id), semesterId: null };
    },
    async readCourse({ organisation, made, ...wanted }) {
      const course = await queries.selectCourse(database.read, organisation.id, wanted.code);
      const isThere = course && String(course.id) === made.externalId;
      return { wanted: factsOf(context, wanted), found: isThere ? factsOf(context, course) : null };
    },
    async readAccounts(organisation, keys) {
      const accounts = await queries.selectAccounts(database.read, organisation.id, keys);
      const found = new Map<string, AccountFacts[]>(keys.map((key) => [key, []]));
      for (const account of accounts) found.set(account.key, [factsOfAccount(account)]);
      return found;
    },
    sharesAddresses: true,
    isApartBySystem: true,
    async findByAddress(organisation, addresses) {
      const found = await queries.selectByAddress(database.read, organisation.id, addresses);
      return found.map(factsOfAccount);
    },
    async ensureUsers(organisation, people) {
      const rows = people.filter(({ hasLeft }) => !hasLeft).map(rowOf);
      const accounts = await systemTransaction(context, (tx) =>
        queries.upsertUsers(tx, organisation.id, rows),
      );
      return { accounts, refusals: [] };
    },
    async enrol(course, accounts) {
      const id = await courseIdOf(context, course);
      const keys = accounts.map(({ key }) => key);
      const unknown = await systemTransaction(context, (tx) =>
        queries.insertEnrolments(tx, id, keys, clock.now()),
      );
      return unknown.map((key) => ({ key, remark: noAccount }));
    },
    async unenrol(course, keys) {
      const id = await courseIdOf(context, course);
      await systemTransaction(context, (tx) => queries.deleteEnrolments(tx, id, keys));
      return [];
    },
    async unenrolAccounts(course, externalIds) {
      const id = await courseIdOf(context, course);
      await systemTransaction(context, (tx) => queries.deleteEnrolmentsOf(tx, id, externalIds));
    },
    async listEnrolments(course) {
      const people = await queries.selectEnrolled(database.read, await courseIdOf(context, course));
      const plain = { isSuspended: false, role: 'student', isActive: true, twins: [] } as const;
      return people.map((person) => ({ ...person, ...plain }));
    },
    async readGrades(course) {
      const grades = await queries.selectGrades(database.read, await courseIdOf(context, course));
      return grades.map((grade) => ({ ...grade, outOf: grade.points === null ? null : mostPoints }));
    },
    setExtraTimes: null,
    signOnAddress({ organisation, person, course, isStaff, language, sessionId }) {
      const visitor = { key: person.key, fullName: fullNameOf(person), isStaff };
      return openEntry(context, organisation.id, visitor, { course, language, openedBy: sessionId });
    },
  };
}

function factsOfAccount(account: queries.AccountRow): AccountFacts {
  return { ...account, login: account.key, isSuspended: false };
}

function fullNameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}

function rowOf(person: Person): queries.UserRow {
  const { key, firstName, lastName, email } = person;
  return { key, full_name: fullNameOf(person), sort_name: fold(`${lastName} ${firstName}`), email };
}

function factsOf({ config }: AppContext, course: Omit<queries.CourseFacts, 'organisation'>): CourseFacts {
  const { title, code, isCancelled, examDate } = course;
  const startsAt = startOfDay(examDate, config.timeZone);
  return { title, code, isOpen: !isCancelled, semesterId: null, startsAt, endsAt: null };
}

async function courseIdOf(context: AppContext, { organisation, code, externalId }: CourseRef) {
  const course = await queries.selectCourse(context.database.read, organisation.id, code);
  if (String(course?.id) !== externalId) throw new ConnectorError('courseGone', 'never');
  return Number(externalId);
}
