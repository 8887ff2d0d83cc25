import { fold } from '@guichet/contract/core/fold';
import { systemTransaction } from '../../audit/audit.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import * as queries from '../builtin/builtin.queries.ts';
import { openEntry } from '../builtin/platformEntry.ts';
import { type Connector, ConnectorError, type CourseRef, type Person } from './connector.ts';

/** The connector of the built-in platform, which runs in this process and knows the portal through these calls only. */
export function openBuiltin(context: AppContext): Connector {
  const { clock, database } = context;
  return {
    batchSize: 500,
    courseSeconds: 60,
    async check() {
      return { product: 'builtin', site: context.config.publicUrl, problems: [] };
    },
    async ensureCourse({ organisation, ...course }) {
      const facts = { organisation: organisation.id, ...course };
      const id = await systemTransaction(context, (tx) => queries.upsertCourse(tx, facts, clock.now()));
      return { externalId: String(id) };
    },
    async ensureUsers(organisation, people) {
      const rows = people.map(rowOf);
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
      return unknown.map((key) => ({ key, reason: 'no account with this key' }));
    },
    async unenrol(course, keys) {
      const id = await courseIdOf(context, course);
      await systemTransaction(context, (tx) => queries.deleteEnrolments(tx, id, keys));
      return [];
    },
    async listEnrolments(course) {
      return queries.selectEnrolled(database.read, await courseIdOf(context, course));
    },
    signOnAddress({ organisation, person, course, isStaff, language, sessionId }) {
      const visitor = { key: person.key, fullName: fullNameOf(person), isStaff };
      return openEntry(context, organisation.id, visitor, { course, language, openedBy: sessionId });
    },
  };
}

function fullNameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}

function rowOf(person: Person): queries.UserRow {
  const { key, firstName, lastName, email } = person;
  return { key, full_name: fullNameOf(person), sort_name: fold(`${lastName} ${firstName}`), email };
}

async function courseIdOf(context: AppContext, { organisation, code, externalId }: CourseRef) {
  const course = await queries.selectCourse(context.database.read, organisation.id, code);
  if (String(course?.id) !== externalId) throw new ConnectorError('the course is gone', 'never');
  return Number(externalId);
}
