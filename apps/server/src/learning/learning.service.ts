/**
 * Owns what the learning platform shall look like (who is placed in which course) and the way there.
 * Refuses to know why somebody is placed (imports, cohorts) and how a platform is spoken to (its connector).
 * Whoever plans something rings the bell `learning` after the commit.
 */
export {
  updateToUnenrol as planUnenrolment,
  upsertCourse as planCourse,
  upsertEnrolmentsOfImport as planEnrolments,
} from './plan.queries.ts';

/** Stands before the number of a person in her key on the learning platform. */
export const platformUserPrefix = 'g';

/** A person's key on every learning platform (Moodle: idnumber; Brightspace: OrgDefinedId), known before she is there. */
export function platformUserIdOf(userId: number): string {
  return `${platformUserPrefix}${userId}`;
}
