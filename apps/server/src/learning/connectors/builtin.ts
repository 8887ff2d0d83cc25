import type { House } from '../../platform/house.ts';
import * as platform from '../builtin/builtin.service.ts';
import { type Connector, ConnectorError, type CourseRef } from './connector.ts';

/** The platform that comes with the portal, called in this very process. */
export function openBuiltin(house: House): Connector {
  return {
    batchSize: 500,
    async ensureCourse({ organisation, ...course }) {
      const id = await platform.ensureCourse(house, { organisation: organisation.id, ...course });
      return { externalId: String(id) };
    },
    async ensureUsers(organisation, people) {
      await platform.ensureUsers(house, organisation.id, people);
      return [];
    },
    async enrol(course, keys) {
      const unknown = await platform.enrol(house, await courseIdOf(house, course), keys);
      return unknown.map((key) => ({ key, reason: 'no account with this key' }));
    },
    async unenrol(course, keys) {
      await platform.unenrol(house, await courseIdOf(house, course), keys);
      return [];
    },
    async listEnrolments(course) {
      return platform.listEnrolledKeys(house, await courseIdOf(house, course));
    },
    signOnAddress({ organisation, person, course, isStaff, language, sessionId }) {
      const visitor = { key: person.key, fullName: `${person.firstName} ${person.lastName}`, isStaff };
      return platform.openEntry(house, organisation.id, visitor, { course, language, openedBy: sessionId });
    },
  };
}

async function courseIdOf(house: House, { organisation, code, externalId }: CourseRef): Promise<number> {
  const course = await platform.findCourse(house, organisation.id, code);
  if (String(course?.id) !== externalId) throw new ConnectorError('the course is gone', 'never');
  return Number(externalId);
}
