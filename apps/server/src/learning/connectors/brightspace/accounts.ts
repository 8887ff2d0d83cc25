import { noName } from '@guichet/contract/core/fullName';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { type Account, makeRemark, type Person, type Refusal, type Users } from '../connector.ts';
import { judgeAccount } from '../judgeAccount.ts';
import { BrightspaceRefusal, type BrightspaceSite, inParallel } from './api.ts';
import { findUsers, readBearer, User } from './users.ts';

interface Ensured {
  readonly account: Account | null;
  readonly refusal: Remark | null;
}

/** Creates accounts or finds them by key, and sets names and addresses. Nobody is found by an address. */
export async function ensureAccounts(site: BrightspaceSite, people: readonly Person[]): Promise<Users> {
  const accounts: Account[] = [];
  const refusals: Refusal[] = [];
  const ensured = await inParallel(people, (person) => ensureAccount(site, person));
  for (const [at, { account, refusal }] of ensured.entries()) {
    if (account) accounts.push(account);
    if (refusal !== null) refusals.push({ key: people[at]?.key ?? '', remark: refusal });
  }
  return { accounts, refusals };
}

async function ensureAccount(site: BrightspaceSite, person: Person): Promise<Ensured> {
  const found = await findUsers(site, person.key);
  const { use, refusal } = judgeAccount(person, found.map(readBearer));
  if (use || refusal) return bringUpToDate(site, person, found);
  try {
    return ensuredAs(person, await createUser(site, person));
  } catch (error) {
    if (!(error instanceof BrightspaceRefusal) || error.status === 403) throw error;
    // Another server, or a call that was given up, has created the account meanwhile.
    const now = await findUsers(site, person.key);
    if (now.length > 0) return bringUpToDate(site, person, now);
    return { account: null, refusal: makeRemark('accountRefused', { said: error.message }) };
  }
}

function createUser(
  { call, settings }: BrightspaceSite,
  { key, firstName, lastName, email }: Person,
): Promise<User> {
  const body = {
    OrgDefinedId: key,
    FirstName: firstName || noName,
    MiddleName: null,
    LastName: lastName || noName,
    ExternalEmail: email,
    UserName: key,
    RoleId: settings.role,
    IsActive: true,
    SendCreationEmail: false,
    Pronouns: null,
  };
  return call({ method: 'POST', path: 'users/', body, answer: User });
}

async function bringUpToDate({ call }: BrightspaceSite, person: Person, users: readonly User[]) {
  const { use, refusal } = judgeAccount(person, users.map(readBearer));
  if (!use) return { account: null, refusal };
  const { user } = use;
  if (person.recorded?.isJoined) return ensuredAs(person, user);
  const { key, firstName, lastName, email } = person;
  const wanted = {
    OrgDefinedId: key,
    FirstName: person.hasLeft ? user.FirstName : firstName || noName,
    LastName: person.hasLeft ? user.LastName : lastName || noName,
    ExternalEmail: email,
  };
  const isSame = Object.entries(wanted).every(
    ([field, value]) => user[field as keyof typeof wanted] === value,
  );
  if (isSame) return ensuredAs(person, user);
  // The whole account is sent, since Brightspace empties a field that is left out.
  const { UserId, MiddleName, UserName, Activation, Pronouns } = user;
  const body = { ...wanted, MiddleName, UserName, Activation, Pronouns };
  try {
    await call({ method: 'PUT', path: `users/${UserId}`, body });
    return ensuredAs(person, user);
  } catch (error) {
    if (!(error instanceof BrightspaceRefusal)) throw error;
    return { account: null, refusal: makeRemark('accountRefused', { said: error.message }) };
  }
}

function ensuredAs({ key }: Person, { UserId }: User): Ensured {
  return { account: { key, externalId: UserId }, refusal: null };
}
