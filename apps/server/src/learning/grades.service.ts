import type { Remark } from '@guichet/contract/learning/learning.remarks';
import type { AppContext } from '../core/context/appContext.ts';
import { callPlatform } from './call.ts';
import { findExternalId } from './health.queries.ts';
import type { CourseKey } from './jobs/planning.queries.ts';
import { type Grade, getOrganisation, makeRemark } from './learning.service.ts';
import { openConnectors } from './platforms/connectors.ts';
import { selectPlatformId } from './platforms/platforms.queries.ts';

/** Seconds that a person waits for the grades of a course. */
const timeoutSeconds = 60;

const courseUnmade = makeRemark('courseUnmade');
const noGrades = makeRemark('noGrades');

export type ReadGrades = { readonly grades: readonly Grade[] } | { readonly reason: Remark };

/** The grades of courses, as their platforms give them now. */
export interface PlatformGrades {
  /** Whether the course's platform gives grades; true also while it cannot be asked. */
  areGiven(of: CourseKey): Promise<boolean>;
  read(of: CourseKey): Promise<ReadGrades>;
}

export function openPlatformGrades(context: AppContext): PlatformGrades {
  const connectors = openConnectors(context);
  const db = context.database.read;

  return {
    async areGiven(of) {
      const platformId = await selectPlatformId(db, of.systemId, of.courseId);
      const opened = await callPlatform(context, null, () => connectors.of(platformId));
      return 'failure' in opened || opened.answer.readGrades !== null;
    },
    async read(of) {
      const externalId = await findExternalId(db, of);
      if (externalId === null) return { reason: courseUnmade };
      const platformId = await selectPlatformId(db, of.systemId, of.courseId);
      const course = { organisation: await getOrganisation(db, of.systemId), code: of.courseId, externalId };
      const ask = async (signal: AbortSignal) => {
        const { readGrades } = await connectors.of(platformId);
        return readGrades ? readGrades(course, signal) : null;
      };
      const called = await callPlatform(context, null, ask, timeoutSeconds);
      if ('failure' in called) return { reason: called.failure.remark };
      return called.answer ? { grades: called.answer } : { reason: noGrades };
    },
  };
}
