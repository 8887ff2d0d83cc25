import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { hmac, sameText } from '../../core/crypto/keys.ts';
import { type Account, type Connector, findDoubts, makeRemark, type Person } from '../learning.service.ts';
import { selectPeople } from '../people.queries.ts';
import * as queries from './accounts.queries.ts';

/** Where a person has one account: a platform, or a system on the built-in platform. */
export interface Site {
  readonly context: AppContext;
  readonly name: string;
  readonly organisation: Parameters<Connector['ensureUsers']>[0];
  /** A connector that knows people by the keys of records. */
  readonly connector: Connector;
}

type Records = ReadonlyMap<number, queries.AccountRecord>;

/** People's records by user id. Missing ones are made; records of former versions are read back first. */
export async function openRecords(site: Site, userIds: readonly number[], signal: AbortSignal) {
  const { context, name } = site;
  const known = await findRecords(site, userIds, signal);
  const missing = userIds.filter((userId) => !known.has(userId));
  if (missing.length === 0) return known;
  const records = missing.map((userId) => ({ userId, key: makeKey(context, name) }));
  await systemTransaction(context, (tx) => queries.insertRecords(tx, name, records, context.clock.now()));
  return findRecords(site, userIds, signal);
}

export async function findRecords(site: Site, userIds: readonly number[], signal: AbortSignal) {
  const { read } = site.context.database;
  const records = await queries.selectRecords(read, site.name, userIds);
  const unread = records.filter(({ origin, doubt }) => origin === 'old' && doubt === null);
  if (unread.length === 0) return byUser(records);
  await readBack(site, unread, signal);
  return byUser(await queries.selectRecords(read, site.name, userIds));
}

function byUser(records: readonly queries.AccountRecord[]): Records {
  return new Map(records.map((record) => [record.userId, record]));
}

/**
 * Asks the platform once for the accounts that bear keys of former versions. A plausible account becomes its
 * person's; a person without an account gets a new key; all other accounts are doubtful.
 */
async function readBack(
  { context, name, organisation, connector }: Site,
  unread: readonly queries.AccountRecord[],
  signal: AbortSignal,
): Promise<void> {
  const keys = unread.map(({ key }) => key);
  const found = await connector.readAccounts(organisation, keys, signal);
  const people = await selectPeople(
    context.database.read,
    unread.map(({ userId }) => userId),
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  const kept: Account[] = [];
  const renewed: { id: number; key: string }[] = [];
  const doubts: Parameters<typeof queries.setDoubts>[1][number][] = [];
  for (const { id, key, userId } of unread) {
    const accounts = found.get(key) ?? [];
    const [account] = accounts;
    const person = byId.get(userId);
    if (!account) renewed.push({ id, key: makeKey(context, name) });
    else if (person && accounts.length === 1 && findDoubts({ ...person, key }, account).length === 0)
      kept.push({ ...account, key });
    else if (person) doubts.push({ id, doubt: doubtOf(accounts.map(({ externalId }) => externalId)) });
  }
  const now = context.clock.now();
  await systemTransaction(context, async (tx) => {
    await queries.keepAccounts(tx, name, kept, now);
    await queries.renewKeys(tx, renewed, now);
    await queries.setDoubts(tx, doubts, now);
  });
}

function doubtOf(externalIds: readonly string[]) {
  const ids = externalIds.join(', ');
  return makeRemark('doubtfulAccount', { ids });
}

/** The person as a connector gets them, with their record. */
export function recordedPerson(person: Person, record: queries.AccountRecord): Person {
  const { key, externalId, authentication, origin } = record;
  return { ...person, key, recorded: { externalId, authentication, isJoined: origin === 'joined' } };
}

type Making = Pick<AppContext, 'keys' | 'clock'>;

const form = /^guichet-([0-9a-f]{20})([0-9a-f]{16})$/;

/** A new key of an account on a site: nobody has it by chance, can guess it or forge another (`isOwnKey`). */
export function makeKey({ keys, clock }: Making, site: string): string {
  const random = clock.randomBytes(10).toString('hex');
  return `guichet-${random}${markOf({ keys }, site, random)}`;
}

/** Whether this installation made the key for this site, even if a restore has lost the record of it. */
export function isOwnKey({ keys }: Pick<Making, 'keys'>, site: string, key: string): boolean {
  const [, random = '', mark = ''] = form.exec(key) ?? [];
  return mark !== '' && sameText(mark, markOf({ keys }, site, random));
}

function markOf({ keys }: Pick<Making, 'keys'>, site: string, random: string): string {
  const full = hmac(keys.derive('platformAccounts'), `${site} ${random}`);
  return Buffer.from(full, 'base64url').toString('hex').slice(0, 16);
}
