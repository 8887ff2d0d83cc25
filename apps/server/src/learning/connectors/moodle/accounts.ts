import * as z from 'zod/mini';
import { type Account, type Person, type Refusal, refusalOf, type Users } from '../connector.ts';
import { remarkOf } from '../platformFacts.ts';
import { inHalves } from './inHalves.ts';
import { addressTaken, causeOf, createAccounts } from './newAccounts.ts';
import { batchesOf } from './parameters.ts';
import type { MoodleSite } from './site.ts';
import { findAccounts, problemOf, type User } from './users.ts';

const Warning = z.object({ itemid: z.int(), warningcode: z.string(), message: z._default(z.string(), '') });
const Warnings = z.object({ warnings: z.array(Warning) });

interface Change {
  readonly person: Person;
  readonly id: number;
  readonly fields: Record<string, string>;
}

/** Creates accounts or finds them by key, and sets names and addresses. Nobody is found by her address. */
export async function ensureAccounts(
  site: MoodleSite,
  people: readonly Person[],
  signal: AbortSignal,
): Promise<Users> {
  const keys = people.map(({ key }) => key);
  const found = await findAccounts(site, keys, signal);
  const missing = people.filter(({ key }) => !found.has(key));
  const created = await createAccounts(site, missing, signal);
  const existing: Account[] = [];
  const unusable: Refusal[] = [];
  const changes: Change[] = [];
  for (const person of people) {
    const { key } = person;
    const users = found.get(key) ?? [];
    const [user] = users;
    if (!user) continue;
    const problem = problemOf(users);
    if (problem !== null) {
      unusable.push(refusalOf(key, problem));
      continue;
    }
    existing.push({ key, externalId: String(user.id) });
    const fields = changeOf(user, person);
    if (Object.keys(fields).length > 0) changes.push({ person, id: user.id, fields });
  }
  const unchanged = await updateAccounts(site, changes, signal);
  return {
    accounts: [...existing, ...created.accounts],
    refusals: [...unusable, ...created.refusals, ...unchanged],
  };
}

function changeOf(user: User, { key, firstName, lastName, email }: Person): Change['fields'] {
  const wanted = { idnumber: key, firstname: firstName, lastname: lastName, email };
  const differing = Object.entries(wanted).filter(([field, value]) => user[field as keyof User] !== value);
  return Object.fromEntries(differing);
}

/** What Moodle says of one person; the last has no text of its own there. */
const warnings = new Map([
  ['useremailduplicate', remarkOf('addressTaken', addressTaken)],
  ['useremailinvalid', remarkOf('accountUnchanged', 'Moodle accepts no such e-mail address')],
]);

/** Moodle names each person whom it did not change; where it cannot read one of them, it changes none. */
async function updateAccounts(
  { call }: MoodleSite,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  const refuse = (person: Person | undefined, code: string, message: string) => {
    if (!person) return;
    const said = `${message} (${code})`;
    const why = warnings.get(code) ?? causeOf(person) ?? remarkOf('accountUnchanged', said);
    const text = `Moodle keeps the former name and address: ${why.text}`;
    refusals.push(refusalOf(person.key, { ...why, text, params: { said } }));
  };
  const name = 'core_user_update_users';
  for (const batch of batchesOf(changes, 5)) {
    const refused = await inHalves(batch, async (some) => {
      const users = some.map(({ id, fields }) => ({ id, ...fields }));
      const answer = await call({ name, parameters: { users }, answer: Warnings }, signal);
      for (const { itemid, warningcode, message } of answer.warnings)
        refuse(some.find(({ id }) => id === itemid)?.person, warningcode, message);
    });
    for (const { item, refusal } of refused) refuse(item.person, refusal.errorcode, refusal.message);
  }
  return refusals;
}
