import * as z from 'zod/mini';
import type { AccountFacts } from '../connector.ts';
import { orNull } from '../http.ts';
import { type BrightspaceSite, Id, inParallel, isRefusal, orAbsent } from './api.ts';
import { readPages } from './pages.ts';

const Text = z._default(z.nullable(z.string()), null);

/**
 * https://docs.valence.desire2learn.com/res/user.html#User.UserData. Our accounts have our key as UserName,
 * which Brightspace keeps unique, and as OrgDefinedId, which need not be unique.
 */
export const User = z.object({
  UserId: Id,
  FirstName: Text,
  MiddleName: Text,
  LastName: Text,
  UserName: z.string(),
  ExternalEmail: Text,
  OrgDefinedId: Text,
  Activation: z.object({ IsActive: z.boolean() }),
  Pronouns: Text,
});
export type User = z.output<typeof User>;

/** The accounts with our key, as OrgDefinedId or as UserName. */
export async function findUsers({ call }: BrightspaceSite, key: string): Promise<User[]> {
  const users = await findByOrgDefinedId({ call }, key);
  // Somebody may have changed the OrgDefinedId of an account of ours.
  if (users.some(({ UserName }) => UserName === key)) return users;
  const path = `users/?userName=${encodeURIComponent(key)}`;
  const named = await orAbsent(call({ path, answer: User }));
  return named ? [...users.filter(({ UserId }) => UserId !== named.UserId), named] : users;
}

export async function findByOrgDefinedId(
  { call }: Pick<BrightspaceSite, 'call'>,
  value: string,
): Promise<User[]> {
  const path = `users/?orgDefinedId=${encodeURIComponent(value)}`;
  const listed = await orAbsent(call({ path, answer: z.array(User) }));
  return (listed ?? []).filter(({ OrgDefinedId }) => OrgDefinedId === value);
}

export async function findByExternalEmail(
  { call }: Pick<BrightspaceSite, 'call'>,
  address: string,
): Promise<User[]> {
  const path = `users/?externalEmail=${encodeURIComponent(address)}`;
  return (await orAbsent(call({ path, answer: z.array(User) }))) ?? [];
}

export function readFacts(user: User): AccountFacts {
  const { user: _, ...bearer } = readBearer(user);
  return {
    ...bearer,
    key: user.OrgDefinedId || null,
    name: `${user.FirstName ?? ''} ${user.LastName ?? ''}`,
    email: user.ExternalEmail ?? '',
  };
}

/** The facts for `judgeAccount`. Brightspace does not tell how an account signs in. */
export function readBearer(user: User) {
  const { UserId: externalId, UserName: login, Activation } = user;
  return { user, externalId, login, isSuspended: !Activation.IsActive };
}

/** https://docs.valence.desire2learn.com/res/enroll.html#Enrollment.UserOrgUnit ; the organisation is a unit too. */
const UserOrgUnit = z.object({ Role: z.object({ Id }) });

/** The accounts with another role than the candidates' in the organisation or a course, as far as seen. */
export async function findStaff(site: BrightspaceSite, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const student = String(site.settings.role);
  const isStaff = await inParallel(ids, async (id) =>
    (await listRoles(site, id)).some((role) => role !== student),
  );
  return new Set(ids.filter((_, at) => isStaff[at]));
}

async function listRoles({ call }: BrightspaceSite, user: string): Promise<string[]> {
  const asked = readPages(call, `enrollments/users/${user}/orgUnits/`, UserOrgUnit);
  // The service user may not see the roles, or the account is gone.
  const places = (await orNull(asked, isRefusal(403, 404))) ?? [];
  return places.map(({ Role }) => Role.Id);
}
