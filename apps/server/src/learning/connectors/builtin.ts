import type { AppContext } from '../../platform/runtime/appContext.ts';
import * as platform from '../builtin/builtin.service.ts';
import { type Connector, ConnectorError, type CourseRef } from './connector.ts';

/** The connector of the built-in platform, called in this process. */
export function openBuiltin(context: AppContext): Connector {
  return {
    batchSize: 500,
    async ensureCourse({ organisation, ...course }) {
      const id = await platform.ensureCourse(context, { organisation: organisation.id, ...course });
      return { externalId: String(id) };
    },
    async ensureUsers(organisation, people) {
      await platform.ensureUsers(context, organisation.id, people);
      return [];
    },
    async enrol(course, keys) {
      const unknown = await platform.enrol(context, await courseIdOf(context, course), keys);
      return unknown.map((key) => ({ key, reason: 'no account with this key' }));
    },
    async unenrol(course, keys) {
      await platform.unenrol(context, await courseIdOf(context, course), keys);
      return [];
    },
    async listEnrolments(course) {
      return platform.listEnrolledKeys(context, await courseIdOf(context, course));
    },
    signOnAddress({ organisation, person, course, isStaff, language, sessionId }) {
      const visitor = { key: person.key, fullName: `${person.firstName} ${person.lastName}`, isStaff };
      return platform.openEntry(context, organisation.id, visitor, { course, language, openedBy: sessionId });
    },
  };
}

async function courseIdOf(
  context: AppContext,
  { organisation, code, externalId }: CourseRef,
): Promise<number> {
  const course = await platform.findCourse(context, organisation.id, code);
  if (String(course?.id) !== externalId) throw new ConnectorError('the course is gone', 'never');
  return Number(externalId);
}
