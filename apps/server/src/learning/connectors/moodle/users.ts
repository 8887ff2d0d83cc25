import type { Remark } from '@guichet/contract/learning.remarks';
import * as z from 'zod/mini';
import { type AccountFacts, ConnectorError } from '../connector.ts';
import { accountTwins, remarkOf } from '../platformFacts.ts';
import { batchesOf } from './parameters.ts';
import type { MoodleSite } from './site.ts';
import { unseenEmails } from './siteProblems.ts';

/** An account of ours has our key as username, which Moodle keeps unique, and as ID number, which it does not. */
const User = z.object({
  id: z.int(),
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  /** Absent where the service user does not see addresses. */
  email: z.optional(z.string()),
  idnumber: z._default(z.string(), ''),
  suspended: z._default(z.boolean(), false),
});
export type User = z.output<typeof User>;

/** The sign-on link opens the first account with an ID number, so two of them are one too many. */
export function problemOf(users: readonly User[]): Remark | null {
  const ids = users.map(({ id }) => String(id));
  if (users.length > 1)
    return accountTwins(ids, 'several accounts in Moodle have this key as ID number or username');
  return users[0]?.suspended ? remarkOf('accountSuspended', 'the account is suspended in Moodle') : null;
}

/** @throws ConnectorError where its address is not seen, with which nothing can be compared */
export function factsOf({ id, idnumber, firstname, lastname, email, suspended }: User): AccountFacts {
  if (email === undefined) throw new ConnectorError(unseenEmails, 'never');
  return {
    externalId: String(id),
    key: idnumber || null,
    name: `${firstname} ${lastname}`,
    email,
    isSuspended: suspended,
  };
}

/** The accounts with each key, as ID number or as username; keys without one are absent. */
export async function findAccounts(
  site: MoodleSite,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, User[]>> {
  const found = new Map<string, User[]>();
  const add = (key: string, user: User) => {
    const known = found.get(key) ?? [];
    if (!known.some(({ id }) => id === user.id)) found.set(key, [...known, user]);
  };
  for (const user of await findUsers(site, 'idnumber', keys, signal)) add(user.idnumber, user);
  // The ID number of an account of ours may have been changed. Usernames are unique: those seen need no second look.
  const unseen = keys.filter((key) => !found.get(key)?.some(({ username }) => username === key));
  for (const user of await findUsers(site, 'username', unseen, signal)) add(user.username, user);
  return found;
}

export async function findUsers(
  { call }: MoodleSite,
  field: 'id' | 'idnumber' | 'username' | 'email',
  values: readonly string[],
  signal: AbortSignal,
): Promise<User[]> {
  const users: User[] = [];
  const name = 'core_user_get_users_by_field';
  for (const batch of batchesOf(values, 1)) {
    const parameters = { field, values: batch };
    users.push(...(await call({ name, parameters, answer: z.array(User) }, signal)));
  }
  return users;
}
