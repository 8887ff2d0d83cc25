import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import { type Account, ConnectorError, makeRemark, type Refusal } from '../connector.ts';
import { orNull } from '../http.ts';
import { BrightspaceRefusal, type BrightspaceSite, Id, inParallel, isRefusal, orAbsent } from './api.ts';
import { listMembers } from './people.ts';
import { findUsers } from './users.ts';

/**
 * Leaves people who are on the course in their role unless it is to be repaired: another enrolment sets our
 * role. https://docs.valence.desire2learn.com/res/enroll.html#post--d2l-api-lp-(version)-enrollments-
 */
export async function enrolPeople(
  site: BrightspaceSite,
  course: string,
  { accounts, repaired }: { accounts: readonly Account[]; repaired?: ReadonlySet<string> | undefined },
): Promise<Refusal[]> {
  const members = await listMembers(site, course);
  const roles = new Map(members.map(({ externalId, role }) => [externalId, role]));
  const student = String(site.settings.role);
  const missing = accounts.filter(
    ({ key, externalId }) =>
      !roles.has(externalId) || (repaired?.has(key) && roles.get(externalId) !== student),
  );
  const reasons = await inParallel(missing, ({ externalId }) =>
    enrol(site, course, externalId, roles.has(externalId)),
  );
  const refusals = listRefusals(missing, reasons);
  const refused = new Set(refusals.map(({ key }) => key));
  const placed = accounts.filter(({ key }) => !refused.has(key));
  return [...refusals, ...(await placeInSection(site, course, placed))];
}

async function enrol(
  { call, settings }: BrightspaceSite,
  course: string,
  user: string,
  isThere: boolean,
): Promise<Remark | null> {
  const body = { OrgUnitId: Number(course), UserId: Number(user), RoleId: settings.role };
  try {
    await call({ method: 'POST', path: 'enrollments/', body });
    return null;
  } catch (error) {
    if (!(error instanceof BrightspaceRefusal)) throw error;
    if (error.status === 403 && isThere) return mayNotChangeRole(error);
    if (error.status === 403) throw error;
    return makeRemark('enrolRefused', { said: error.message });
  }
}

/** Changing a role needs permission for both roles: https://community.d2l.com/brightspace/kb/articles/4860 */
function mayNotChangeRole({ message }: BrightspaceRefusal): Remark {
  return makeRemark('mayNotChangeRole', { said: message });
}

/** Removes every account with one of the keys. */
export async function unenrolPeople(
  site: BrightspaceSite,
  course: string,
  keys: readonly string[],
): Promise<Refusal[]> {
  const leaving = await findPresent(site, course, keys);
  const ids = leaving.map(({ externalId }) => externalId);
  const still = await unenrolAll(site, course, ids);
  return leaving
    .filter(({ externalId }) => still.has(externalId))
    .map(({ key }) => ({ key, remark: notAllowed }));
}

/** Removes accounts by their ids, whoever enrolled them. @throws ConnectorError when that is not allowed */
export async function unenrolAccounts(site: BrightspaceSite, course: string, ids: readonly string[]) {
  const still = await unenrolAll(site, course, ids);
  if (still.size > 0) throw new ConnectorError(notAllowed, 'never');
}

const notAllowed = makeRemark('mayNotUnenrol');

/** Returns the ids that are still on the course. */
async function unenrolAll(
  site: BrightspaceSite,
  course: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const isUnseen = await inParallel(ids, async (id) => {
    const asked = site.call({ method: 'DELETE', path: `enrollments/users/${id}/orgUnits/${course}` });
    return (await orAbsent(asked.then(() => 'removed'))) === null;
  });
  if (!isUnseen.includes(true)) return new Set();
  // 404: somebody else has removed the person meanwhile, or we may not.
  const members = await listMembers(site, course);
  const present = new Set(members.map(({ externalId }) => externalId));
  return new Set(ids.filter((id) => present.has(id)));
}

/** Accounts of the keys that are on the course. Without permission for OrgDefinedIds, a list has only ids. */
async function findPresent(
  site: BrightspaceSite,
  course: string,
  keys: readonly string[],
): Promise<Account[]> {
  const people = await listMembers(site, course);
  const present = people.flatMap(({ key, externalId }) =>
    key !== null && keys.includes(key) ? [{ key, externalId }] : [],
  );
  const nameless = new Set(people.filter(({ key }) => key === null).map(({ externalId }) => externalId));
  if (nameless.size === 0) return present;
  const unseen = keys.filter((key) => !present.some((account) => account.key === key));
  const found = await inParallel(unseen, async (key) =>
    (await findUsers(site, key)).map(({ UserId: externalId }) => ({ key, externalId })),
  );
  return [...present, ...found.flat().filter(({ externalId }) => nameless.has(externalId))];
}

/** https://docs.valence.desire2learn.com/res/enroll.html#Section.SectionData */
const Section = z.object({ SectionId: Id, Enrollments: z.array(Id) });
type Section = z.output<typeof Section>;

/** Where the course has sections, puts people without one into the first section. */
async function placeInSection(site: BrightspaceSite, course: string, accounts: readonly Account[]) {
  const sections = await listSections(site, course);
  const [first] = sections.toSorted((a, b) => Number(a.SectionId) - Number(b.SectionId));
  if (!first) return [];
  const present = new Set(sections.flatMap(({ Enrollments }) => Enrollments));
  const missing = accounts.filter(({ externalId }) => !present.has(externalId));
  const path = `${course}/sections/${first.SectionId}/enrollments/`;
  const reasons = await inParallel(missing, async ({ externalId }) => {
    try {
      const body = { UserId: Number(externalId) };
      await site.call({ method: 'POST', path, body });
      return null;
    } catch (error) {
      if (!(error instanceof BrightspaceRefusal)) throw error;
      return makeRemark('enrolRefused', { said: error.message });
    }
  });
  return listRefusals(missing, reasons);
}

/** Empty for a course without sections (404), or where the service user may not see sections (403). */
async function listSections({ call }: BrightspaceSite, course: string): Promise<Section[]> {
  const asked = call({ path: `${course}/sections/`, answer: z.array(Section) });
  return (await orNull(asked, isRefusal(403, 404))) ?? [];
}

/** `remarks`: in the order of `accounts`, null for an account that was not refused. */
function listRefusals(accounts: readonly Account[], remarks: readonly (Remark | null)[]): Refusal[] {
  return accounts.flatMap(({ key }, at) => {
    const remark = remarks[at] ?? null;
    return remark === null ? [] : [{ key, remark }];
  });
}
