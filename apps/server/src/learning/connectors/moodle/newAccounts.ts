import { noName } from '@guichet/contract/core/fullName';
import type { Language } from '@guichet/contract/core/language';
import type { Remark, RemarkCode } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import {
  type Account,
  ConnectorError,
  makeRemark,
  type Person,
  type Refusal,
  type Users,
} from '../connector.ts';
import { judgeAccount } from '../judgeAccount.ts';
import { packs } from './languages.ts';
import { findAccounts, findUsers, readBearer } from './users.ts';
import { MoodleRefusal, type MoodleSite, splitBatches } from './webService.ts';

/** How the accounts that the portal makes sign in. */
const authentication = 'oauth2';

const Created = z.array(z.object({ id: z.int(), username: z.string() }));

/** Creates accounts for people without an account under their key. */
export async function createAccounts(site: MoodleSite, people: readonly Person[]): Promise<Users> {
  const emails = people.map(({ email }) => email);
  // A site may allow several accounts with one address.
  const holders = Map.groupBy(await findUsers(site, 'email', emails), ({ email }) => email);
  const made = { accounts: [] as Account[], refusals: [] as Refusal[] };
  const free: Person[] = [];
  for (const person of people) {
    const { key } = person;
    const same = holders.get(person.email) ?? [];
    const own = same.find(({ username }) => username === key);
    if (same.length === 0) free.push(person);
    // Another caller has created the account since the look-up by key.
    else if (own) made.accounts.push({ key, externalId: String(own.id), authentication: own.auth });
    else made.refusals.push({ key, remark: makeRemark('addressTaken') });
  }
  const parts: Users[] = [made];
  for (const batch of splitBatches(free, 7)) parts.push(await createBatch(site, batch));
  return joined(parts);
}

/**
 * Moodle creates all of a batch or none, and names neither the person nor the fault. So people whom somebody
 * else has created meanwhile are looked up first; then the batch is tried without languages, then in halves.
 */
async function createBatch(site: MoodleSite, people: readonly Person[]): Promise<Users> {
  const [person] = people;
  if (!person) return none;
  try {
    return await create(site, people, site.languages.packOf);
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    const found = await findAccounts(
      site,
      people.map(({ key }) => key),
    );
    if (found.size > 0) {
      const refusals: Refusal[] = [];
      const accounts: Account[] = [];
      for (const [key, users] of found) {
        const { use, refusal } = judgeAccount({ key }, users.map(readBearer));
        if (refusal) refusals.push({ key, remark: refusal });
        if (use) accounts.push({ key, externalId: use.externalId, authentication: use.authentication });
      }
      const rest = people.filter(({ key }) => !found.has(key));
      return joined([{ accounts, refusals }, await createBatch(site, rest)]);
    }
    const plain = await createWithoutLanguage(site, people);
    if (plain) return plain;
    if (people.length === 1)
      return { accounts: [], refusals: [{ key: person.key, remark: reasonOf(person, error) }] };
    const middle = Math.ceil(people.length / 2);
    const first = await createBatch(site, people.slice(0, middle));
    return joined([first, await createBatch(site, people.slice(middle))]);
  }
}

async function create(
  site: MoodleSite,
  people: readonly Person[],
  packOf: (language: Language) => string | null,
): Promise<Users> {
  // The language comes last: a shorter limit of PHP than usual cuts it off first, and nobody misses it.
  const users = people.map(({ key, firstName, lastName, email, language }) => {
    const lang = packOf(language);
    const names = {
      username: key,
      idnumber: key,
      firstname: firstName || noName,
      lastname: lastName || noName,
      email,
    };
    return { ...names, auth: authentication, ...(lang === null ? {} : { lang }) };
  });
  const made = await site.call('core_user_create_users', { users }, Created);
  for (const { language } of people) {
    const pack = packOf(language);
    if (pack !== null) site.languages.learn(language, pack);
  }
  const accounts = made.map(({ id, username: key }) => ({ key, externalId: String(id), authentication }));
  const answered = new Set(accounts.map(({ key }) => key));
  const cut = people.filter(({ key }) => !answered.has(key));
  if (cut.length === people.length) throw new ConnectorError('nothingMade', 'later');
  return joined([{ accounts, refusals: [] }, await createBatch(site, cut)]);
}

/** Null where the language was not the cause, or none was sent. */
async function createWithoutLanguage(site: MoodleSite, people: readonly Person[]): Promise<Users | null> {
  const languages = people.map(({ language }) => language);
  const sent = new Set(languages.filter((language) => site.languages.packOf(language) !== null));
  if (sent.size === 0) return null;
  try {
    const made = await create(site, people, () => null);
    for (const language of sent) await setLanguage(site, language, people, made.accounts);
    return made;
  } catch (error) {
    if (error instanceof MoodleRefusal) return null;
    throw error;
  }
}

/** Sets the language, and so learns which of its packs is installed. */
async function setLanguage(
  site: MoodleSite,
  language: Language,
  people: readonly Person[],
  accounts: readonly Account[],
): Promise<void> {
  const readers = new Set(people.filter((person) => person.language === language).map(({ key }) => key));
  const ids = accounts.filter(({ key }) => readers.has(key)).map(({ externalId }) => Number(externalId));
  for (const lang of packs[language]) {
    const users = ids.map((id) => ({ id, lang }));
    try {
      await site.call('core_user_update_users', { users });
      return site.languages.learn(language, lang);
    } catch (error) {
      if (!(error instanceof MoodleRefusal)) throw error;
    }
  }
  site.languages.learn(language, null);
}

function reasonOf(person: Person, { errorcode, message }: MoodleRefusal): Remark {
  const said = `${errorcode}: ${message}`;
  return makeRemark(guessCause(person) ?? 'accountRefused', { said });
}

/** Moodle gives one text for all faults, so the usual causes are looked for here. */
export function guessCause({ firstName, lastName, email }: Person): RemarkCode | null {
  const names = [firstName, lastName];
  if (names.every((name) => name.trim() === '')) return 'emptyName';
  if (names.some((name) => /<(?!\s)/.test(name))) return 'angleInName';
  if (names.some((name) => name.length > 100)) return 'longName';
  if (email.length > 100) return 'longAddress';
  return null;
}

const none: Users = { accounts: [], refusals: [] };

function joined(parts: readonly Users[]): Users {
  return {
    accounts: parts.flatMap(({ accounts }) => accounts),
    refusals: parts.flatMap(({ refusals }) => refusals),
  };
}
