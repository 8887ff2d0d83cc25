import { noName } from '@guichet/contract/core/fullName';
import type { RemarkCode } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import {
  type Account,
  makeRemark,
  type Person,
  parkedAddress,
  type Refusal,
  type Users,
} from '../connector.ts';
import { judgeAccount } from '../judgeAccount.ts';
import { createAccounts, guessCause } from './newAccounts.ts';
import { findAccounts, readBearer, type User } from './users.ts';
import { bisect, type MoodleSite, splitBatches } from './webService.ts';

const Warning = z.object({ itemid: z.int(), warningcode: z.string(), message: z._default(z.string(), '') });
const Warnings = z.object({ warnings: z.array(Warning) });

interface Change {
  readonly person: Person;
  readonly user: User;
  readonly fields: Readonly<Record<string, string>>;
}

/** Creates accounts or finds them by key, and sets names and addresses. Nobody is found by an address. */
export async function ensureAccounts(site: MoodleSite, people: readonly Person[]): Promise<Users> {
  const keys = people.map(({ key }) => key);
  const found = await findAccounts(site, keys);
  const missing: Person[] = [];
  const existing: Account[] = [];
  const refusals: Refusal[] = [];
  const changes: Change[] = [];
  for (const person of people) {
    const { key } = person;
    const { use, refusal } = judgeAccount(person, (found.get(key) ?? []).map(readBearer));
    if (refusal) refusals.push({ key, remark: refusal });
    else if (!use) missing.push(person);
    else {
      existing.push({ key, externalId: use.externalId, authentication: use.authentication });
      const fields = changeOf(use.user, person);
      if (Object.keys(fields).length > 0) changes.push({ person, user: use.user, fields });
    }
  }
  const unchanged = await updateAccounts(site, changes);
  const created = await createAccounts(site, missing);
  refusals.push(...unchanged, ...created.refusals);
  const refused = new Set(unchanged.map(({ key }) => key));
  return {
    accounts: [...existing.filter(({ key }) => !refused.has(key)), ...created.accounts],
    refusals,
  };
}

/** An account that was there before the portal keeps its facts. */
function changeOf(user: User, { key, recorded, hasLeft, firstName, lastName, email }: Person) {
  if (recorded?.isJoined) return {};
  const wanted = hasLeft
    ? { email }
    : { idnumber: key, firstname: firstName || noName, lastname: lastName || noName, email };
  const differing = Object.entries(wanted).filter(([field, value]) => user[field as keyof User] !== value);
  return Object.fromEntries(differing);
}

const warnings = new Map<string, RemarkCode>([
  ['usernotupdatedadmin', 'staffAccount'],
  ['useremailduplicate', 'addressTaken'],
]);

/**
 * Moodle names each person whom it did not change; where somebody cannot be read, nobody is changed. An
 * address that passes from one person to another is freed first, since Moodle makes each change by itself.
 */
async function updateAccounts(site: MoodleSite, changes: readonly Change[]): Promise<Refusal[]> {
  const isSame = (left: string | undefined, right: string | undefined) =>
    left !== undefined && left.toLowerCase() === right?.toLowerCase();
  const inTheWay = changes.filter(
    ({ user, fields }) =>
      fields.email !== undefined &&
      changes.some((other) => other.user !== user && isSame(other.fields.email, user.email)),
  );
  const parked = inTheWay.map((change) => ({
    ...change,
    fields: { email: parkedAddress(change.person.key) },
  }));
  const stuck = await sendChanges(site, parked);
  const rest = changes.filter(({ person }) => !stuck.some(({ key }) => key === person.key));
  return [...stuck, ...(await sendChanges(site, rest))];
}

async function sendChanges({ call }: MoodleSite, changes: readonly Change[]): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  const refuse = (person: Person | undefined, code: string, message: string) => {
    if (!person) return;
    const why = warnings.get(code) ?? guessCause(person) ?? 'accountUnchanged';
    refusals.push({ key: person.key, remark: makeRemark(why, { said: `${message} (${code})` }) });
  };
  for (const batch of splitBatches(changes, 5)) {
    const refused = await bisect(batch, async (some) => {
      const users = some.map(({ user, fields }) => ({ id: user.id, ...fields }));
      const answer = await call('core_user_update_users', { users }, Warnings);
      for (const { itemid, warningcode, message } of answer.warnings)
        refuse(some.find(({ user }) => user.id === itemid)?.person, warningcode, message);
    });
    for (const { item, refusal } of refused) refuse(item.person, refusal.errorcode, refusal.message);
  }
  return refusals;
}
