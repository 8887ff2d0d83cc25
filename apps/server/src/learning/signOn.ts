import { roleReaches } from '@guichet/contract/core/access';
import type { QueryOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import { type redirectToPlatform, secondStepParam } from '@guichet/contract/learning/learning';
import { landingPath } from '@guichet/contract/systems/landings';
import { hasDone, record, write } from '../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../core/context/appContext.ts';
import { secondsAfter } from '../core/runtime/clock.ts';
import { AppError } from '../core/runtime/errors.ts';
import { findContact, getSystem } from '../systems/system/systems.service.ts';
import { callPlatform } from './call.ts';
import { getOrganisation, toPerson } from './learning.service.ts';
import { hasCourse, isPlaceRefused, selectPeople, selectPlace } from './people.queries.ts';
import type { Connectors } from './platforms/connectors.ts';
import { selectPlatformId } from './platforms/platforms.queries.ts';

/** A time limit shorter than the queue's, because a person waits. */
const timeoutSeconds = 10;

/** A second step within this time belongs to the first. */
const secondsBetweenSteps = 120;

/**
 * The address that signs the caller on to the learning platform of the system.
 * @throws AppError `access.denied` for the staff view without the role; `exam.notFound` for a course that
 * is not the caller's, whether it exists or not; `exam.cancelled` for the caller's own course of a
 * cancelled exam; `learning.refused` when the platform does not answer or does not let the portal in,
 * `learning.unready` when it is not ready, `learning.placeRefused` when it refuses the course, the place or
 * the account; these three with the contact data of the program's office.
 */
export async function findSignOnAddress(
  context: AppContext,
  connectors: Connectors,
  grant: SystemGrant,
  { isAdmin = false, orgId, step }: QueryOf<typeof redirectToPlatform>,
  language: Language,
): Promise<string> {
  const db = context.database.read;
  const { systemId } = grant;
  const isStaff = entersAsStaff(grant, isAdmin);
  const course = orgId || null;
  if (course !== null) await checkCourse(context, grant, course, isStaff, language);
  const [account] = await selectPeople(db, [grant.identity.userId]);
  if (!account) throw new AppError('session.missing');
  const signOn = {
    organisation: await getOrganisation(db, systemId),
    person: toPerson(account),
    course,
    isStaff,
    language,
    sessionId: grant.identity.sessionId,
    returnTo: `${context.config.publicUrl}/logoutfrombs/${systemId}`,
    comeBackTo: step === 'first' ? await landingOf(context, systemId, course, language) : undefined,
  };
  const platformId = await selectPlatformId(db, systemId, course);
  const called = await callPlatform(
    context,
    null,
    async (signal) => (await connectors.of(platformId)).signOnAddress(signOn, signal),
    timeoutSeconds,
  );
  if ('failure' in called) {
    context.log.warn({ systemId, reason: called.failure.message }, 'the learning platform refused a sign-on');
    const code = {
      later: 'learning.refused',
      unready: 'learning.unready',
      never: 'learning.placeRefused',
    } as const;
    throw new AppError(code[called.failure.retry], { params: await contactOf(context, systemId, language) });
  }
  if (grant.identity.actor) await tellOfEntry(context, grant, step);
  return called.answer;
}

/** The landing of the system, from which the browser asks for the second step. */
async function landingOf(context: AppContext, systemId: number, course: string | null, language: Language) {
  const system = await getSystem(context.database.read, systemId);
  const query = new URLSearchParams({ ...(course !== null && { orgId: course }), [secondStepParam]: '1' });
  return `${context.config.publicUrl}${landingPath(system, language)}?${query}`;
}

/** The page where a browser signs out of the system's platform; null where none is needed, or on failure. */
export async function findSignOut(
  context: AppContext,
  connectors: Connectors,
  { systemId }: SystemGrant,
  orgId: string | undefined,
) {
  const platformId = await selectPlatformId(context.database.read, systemId, orgId || null);
  const opened = await callPlatform(context, null, () => connectors.of(platformId));
  return 'failure' in opened ? null : (opened.answer.signOut ?? null);
}

/** Audits an impersonator's sign-on, once for both steps; the portal does not see further actions there. */
async function tellOfEntry(
  context: AppContext,
  grant: SystemGrant,
  step: QueryOf<typeof redirectToPlatform>['step'],
): Promise<void> {
  const { userId, fullName, actor } = grant.identity;
  const line = { action: 'session.enteredPlatform', subject: `user:${userId}` } as const;
  const since = secondsAfter(context.clock.now(), -secondsBetweenSteps);
  const isSame =
    step === 'second' &&
    (await hasDone(context.database.read, { ...line, userId: actor?.userId ?? userId, since }));
  if (isSame) return;
  await write(context, grant, async () => record(undefined, { ...line, detail: { name: fullName } }));
}

/**
 * Whether to open the staff view. Without `isAdmin` a student enters as a student, and staff without that
 * role as staff: support sees the same enrolments there as in the portal.
 */
function entersAsStaff({ identity, systemId }: SystemGrant, isAdmin: boolean): boolean {
  const held = identity.roles.filter((role) => (role.systemId ?? systemId) === systemId);
  const isStaff = held.some(({ role }) => roleReaches(role, 'support'));
  const isStudent = held.some(({ role }) => role === 'student');
  if (isAdmin ? !isStaff : !isStudent && !isStaff) throw new AppError('access.denied');
  return isAdmin || !isStudent;
}

async function checkCourse(
  context: AppContext,
  grant: SystemGrant,
  courseId: string,
  isStaff: boolean,
  language: Language,
) {
  const db = context.database.read;
  const { systemId, identity } = grant;
  if (isStaff) {
    if (!(await hasCourse(db, systemId, courseId))) throw new AppError('exam.notFound');
    return;
  }
  const place = await selectPlace(db, systemId, courseId, identity.userId);
  if (!place) throw new AppError('exam.notFound');
  if (place.cancelledAt !== null) throw new AppError('exam.cancelled');
  if (await isPlaceRefused(db, systemId, courseId, identity.userId))
    throw new AppError('learning.placeRefused', { params: await contactOf(context, systemId, language) });
}

/** The contact data of the program's office that are set. */
async function contactOf(context: AppContext, systemId: number, language: Language) {
  const ways = await findContact(context, systemId, language);
  return Object.fromEntries(Object.entries(ways).filter((way): way is [string, string] => Boolean(way[1])));
}
