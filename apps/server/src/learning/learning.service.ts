/**
 * Owns the planned state of the learning platform (who is enrolled in which course) and the sign-on to it.
 * Does not know why somebody is enrolled (imports, exams) nor the platform's protocol (its connector).
 */
import type { AppContext, ReadDb } from '../core/context/appContext.ts';
import { getSystem } from '../systems/system/systems.service.ts';
import { openBrightspace } from './connectors/brightspace/brightspace.ts';
import { openBuiltin } from './connectors/builtin.ts';
import {
  type Connector,
  type Organisation,
  type Person,
  type StoredReason,
  storedRemark,
} from './connectors/connector.ts';
import { openMoodle } from './connectors/moodle/moodle.ts';
import { countStates, selectCourse, selectStuck } from './health.queries.ts';
import type { PersonRow } from './people.queries.ts';

export type { Portal, Stay, ToldExam } from '../../../learning-platform/src/pages/portal.ts';
export { consentAddress, takeConsent } from './connectors/brightspace/oauth/tokenEndpoint.ts';
export { deleteEntriesBefore, deleteVisitsBefore } from './connectors/builtin.queries.ts';
export { openSurroundings } from './connectors/builtin.ts';
export type {
  Account,
  AccountFacts,
  Connector,
  CourseReading,
  CourseRef,
  Enrolled,
  ExtraTime,
  ExtraTimeFacts,
  Grade,
  Person,
  QuizHours,
  Refusal,
  ShutQuiz,
  Users,
} from './connectors/connector.ts';
export { ConnectorError } from './connectors/connector.ts';
export { examHours } from './connectors/examTimes/examDay.ts';
export { Paused, readAnswer } from './connectors/http.ts';
export { findDoubts, staffAccount, strangersAccount } from './connectors/judgeAccount.ts';
export { openRegistered, type RegisteredPlatform } from './connectors/kinds.ts';
export { maskSecrets } from './connectors/maskSecrets.ts';
export {
  makeRemark,
  parkedAddress,
  plainRemark,
  storedRemark,
} from './connectors/platformFacts.ts';
export { seedDemoPlaces } from './demo.queries.ts';
export { planRetry } from './jobs/jobs.queries.ts';
export {
  placeState,
  planAccountUpdate,
  planCancellation,
  planCourse,
  planDeparture,
  planEnrolments,
  planQuizHours,
  planUnenrolments,
} from './plan/plan.queries.ts';
export { deleteConsentsBefore } from './platforms/consents.queries.ts';

export const platformUserPrefix = 'g';

/** The portal's handle for a person in jobs. Platforms know the person by another key (`accounts/`). */
export function toPlatformUserId(userId: number): string {
  return `${platformUserPrefix}${userId}`;
}

export function parseUserId(handle: string): number {
  return Number(handle.slice(platformUserPrefix.length));
}

export function isHandle(key: string): boolean {
  return key === toPlatformUserId(parseUserId(key));
}

export function toPerson({ id, ...person }: PersonRow): Person {
  return { key: toPlatformUserId(id), ...person };
}

const ofEnvironment: Record<AppContext['config']['learningPlatform'], (context: AppContext) => Connector> = {
  builtin: openBuiltin,
  moodle: openMoodle,
  brightspace: openBrightspace,
};

/** The connector of the setting LEARNING_PLATFORM; `platforms/connectors.ts` has that of each system. */
export function openConnector(context: AppContext): Connector {
  return ofEnvironment[context.config.learningPlatform](context);
}

/** @throws AppError `system.notFound` */
export async function getOrganisation(db: ReadDb, systemId: number): Promise<Organisation> {
  const { id, templateId, semesterId } = await getSystem(db, systemId);
  return { id, templateId, semesterId };
}

/** The state of a course and its places on the learning platform. A course never planned is only pending. */
export async function getHealth(db: ReadDb, of: { readonly systemId: number; readonly courseId: string }) {
  const unplanned = { state: 'pending', attempts: 0, nextTryAt: null, reason: null } as const;
  const course = await selectCourse(db, of);
  const stuck = await selectStuck(db, of);
  return {
    course: course ? toldOf(course) : unplanned,
    states: await countStates(db, of),
    stuck: stuck.map(toldOf),
  };
}

function toldOf<Row extends StoredReason>({ reason, remark, ...row }: Row) {
  return { ...row, reason: storedRemark({ reason, remark }) };
}
