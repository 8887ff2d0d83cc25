/**
 * Owns what the learning platform shall look like (who is placed in which course) and the way there.
 * Refuses to know why somebody is placed (imports, cohorts) and how a platform is spoken to (its connector).
 * Whoever plans something notifies `learning` after the commit.
 */
import type { PlatformHealth } from '@guichet/contract/learning.health';
import type { ReadDb } from '../platform/database/database.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { getSystem } from '../systems/systems.service.ts';
import { openBuiltin } from './connectors/builtin.ts';
import type { Connector, Organisation, Person } from './connectors/connector.ts';
import { countStates, selectCourse, selectStuck } from './health.queries.ts';
import type { PersonRow } from './people.queries.ts';

export type { Connector, CourseRef, Person, Refusal } from './connectors/connector.ts';
export { ConnectorError } from './connectors/connector.ts';
export { seedDemoPlaces } from './demo.queries.ts';
export { planRetry } from './jobs.queries.ts';
export {
  planCancellation,
  planCourse,
  planDeparture,
  planEnrolments,
  planUnenrolment,
} from './plan.queries.ts';

/** Stands before the number of a person in her key on the learning platform. */
export const platformUserPrefix = 'g';

/** A person's key on every learning platform (Moodle: idnumber; Brightspace: OrgDefinedId), known before she is there. */
export function platformUserIdOf(userId: number): string {
  return `${platformUserPrefix}${userId}`;
}

/** A person as platforms are told about her. */
export function personOf({ id, ...person }: PersonRow): Person {
  return { key: platformUserIdOf(id), ...person };
}

const connectors: Record<AppContext['config']['learningPlatform'], (context: AppContext) => Connector> = {
  builtin: openBuiltin,
};

/** The connector that the setting LEARNING_PLATFORM names. */
export function openConnector(context: AppContext): Connector {
  return connectors[context.config.learningPlatform](context);
}

/** @throws AppError `system.notFound` */
export async function getOrganisation(db: ReadDb, systemId: number): Promise<Organisation> {
  const { id, templateId, semesterId } = await getSystem(db, systemId);
  return { id, templateId, semesterId };
}

/** How far a course and its places are on the learning platform. A course that was never planned is only pending. */
export async function getHealth(
  db: ReadDb,
  of: { readonly systemId: number; readonly courseId: string },
): Promise<PlatformHealth> {
  const unplanned = { state: 'pending', attempts: 0, nextTryAt: null, reason: null } as const;
  const course = (await selectCourse(db, of)) ?? unplanned;
  return { course, states: await countStates(db, of), stuck: await selectStuck(db, of) };
}
