import * as z from 'zod/mini';
import type { Enrolled } from '../connector.ts';
import { type BrightspaceSite, Id, inParallel, orAbsent } from './api.ts';
import { readPages } from './pages.ts';
import { findByOrgDefinedId, readFacts, User } from './users.ts';

/** https://docs.valence.desire2learn.com/res/enroll.html#Enrollment.OrgUnitUser */
const OrgUnitUser = z.object({
  User: z.object({ Identifier: Id, OrgDefinedId: z._default(z.nullable(z.string()), null) }),
  Role: z.object({ Id }),
});

/** Somebody on a course, as in the list of its members. */
export interface Member {
  readonly externalId: string;
  /** Null for an account without a key, and for all where the service user may not see keys. */
  readonly key: string | null;
  readonly role: string;
}

/** The members of a course, whoever enrolled them, with any role that the service user may search for. */
export async function listMembers({ call }: BrightspaceSite, course: string): Promise<Member[]> {
  const people = await readPages(call, `enrollments/orgUnits/${course}/users/`, OrgUnitUser);
  return people.map(({ User: { Identifier, OrgDefinedId }, Role }) => ({
    externalId: Identifier,
    key: OrgDefinedId || null,
    role: Role.Id,
  }));
}

/** The members with their accounts; takes a call for each, since the list lacks most facts of an account. */
export async function listPeople(site: BrightspaceSite, course: string): Promise<Enrolled[]> {
  const members = await listMembers(site, course);
  const people = await inParallel(members, async ({ externalId, key, role }) => {
    const users = key === null ? [] : await findByOrgDefinedId(site, key);
    const user = users.find(({ UserId }) => UserId === externalId) ?? (await findUser(site, externalId));
    // The account was deleted after the list was read.
    if (!user) return [];
    const twins = users.map(({ UserId }) => UserId).filter((id) => id !== externalId);
    const isStudent = role === String(site.settings.role);
    return [
      {
        ...readFacts(user),
        role: isStudent ? ('student' as const) : ('other' as const),
        // Brightspace has no suspended enrolments, only suspended accounts.
        isActive: true,
        twins,
      },
    ];
  });
  return people.flat();
}

export function findUser({ call }: BrightspaceSite, id: string): Promise<User | null> {
  return orAbsent(call({ path: `users/${id}`, answer: User }));
}
