import * as z from 'zod/mini';
import { type AccountFacts, ConnectorError } from '../connector.ts';
import { unseenEmails } from './siteProblems.ts';
import { type MoodleSite, splitBatches } from './webService.ts';

/** Our accounts have our key as username, which Moodle keeps unique, and as ID number, which it does not. */
const User = z.object({
  id: z.int(),
  username: z.string(),
  auth: z._default(z.nullable(z.string()), null),
  firstname: z.string(),
  lastname: z.string(),
  /** Absent where the service user does not see addresses. */
  email: z.optional(z.string()),
  idnumber: z._default(z.string(), ''),
  suspended: z._default(z.boolean(), false),
});
export type User = z.output<typeof User>;

/** @throws ConnectorError where the account's address is hidden, since nothing can be compared then */
export function readFacts(user: User): AccountFacts {
  const { firstname, lastname, email, idnumber } = user;
  if (email === undefined) throw new ConnectorError(unseenEmails, 'never');
  const { user: _, ...bearer } = readBearer(user);
  return { ...bearer, key: idnumber || null, name: `${firstname} ${lastname}`, email };
}

/** The facts for `judgeAccount`. */
export function readBearer(user: User) {
  const { id, username: login, auth: authentication, suspended: isSuspended } = user;
  return { user, externalId: String(id), login, authentication, isSuspended };
}

/** The accounts with each key, as ID number or as username; keys without an account are absent. */
export async function findAccounts(site: MoodleSite, keys: readonly string[]): Promise<Map<string, User[]>> {
  const found = new Map<string, User[]>();
  const add = (key: string, user: User) => {
    const known = found.get(key) ?? [];
    if (!known.some(({ id }) => id === user.id)) found.set(key, [...known, user]);
  };
  for (const user of await findUsers(site, 'idnumber', keys)) add(user.idnumber, user);
  // Somebody may have changed the ID number of an account of ours. A key found as a username, which is
  // unique, needs no second look.
  const unseen = keys.filter((key) => !found.get(key)?.some(({ username }) => username === key));
  for (const user of await findUsers(site, 'username', unseen)) add(user.username, user);
  return found;
}

export async function findUsers(
  { call }: MoodleSite,
  field: 'id' | 'idnumber' | 'username' | 'email',
  values: readonly string[],
): Promise<User[]> {
  const users: User[] = [];
  for (const batch of splitBatches(values, 1)) {
    const parameters = { field, values: batch };
    users.push(...(await call('core_user_get_users_by_field', parameters, z.array(User))));
  }
  return users;
}
