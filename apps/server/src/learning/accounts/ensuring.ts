import { systemTransaction } from '../../core/audit/audit.service.ts';
import * as learning from '../learning.service.ts';
import { selectPeople } from '../people.queries.ts';
import * as queries from './accounts.queries.ts';
import { isOwnKey, makeKey, openRecords, recordedPerson, type Site } from './records.ts';

/** A person as sent to a connector. `handle`: the portal's key for the person, in the result too. */
interface Entry {
  readonly handle: string;
  readonly person: learning.Person;
  /** Null for an account whose record is lost. */
  readonly record: queries.AccountRecord | null;
}

type Outcome = { readonly account: learning.Account } | { readonly refusal: learning.Refusal };

/** An address may pass from one account to a next, and on from there; so many such steps are followed. */
const mostRounds = 4;

/**
 * Finds or creates the accounts of people, brings them up to date, and records them. Unused accounts made by
 * the portal earlier are used again; an account that holds a wanted address is brought up to date at the same
 * time.
 */
export async function ensurePeople(
  site: Site,
  people: readonly learning.Person[],
  signal: AbortSignal,
): Promise<learning.Users> {
  const outcomes = new Map<string, Outcome>();
  let entries = await openEntries(site, people, signal);
  if (site.connector.sharesAddresses && (await takeUp(site, entries, signal)).length > 0)
    entries = await openEntries(site, people, signal);
  for (let round = 0; entries.length > 0 && round < mostRounds; round += 1) {
    const tried = await ensureEntries(site, entries, signal);
    for (const [handle, outcome] of tried) outcomes.set(handle, outcome);
    entries = round + 1 < mostRounds ? await findRemedies(site, entries, tried, signal) : [];
  }
  const asked = people.flatMap(({ key }) => outcomes.get(key) ?? []);
  return {
    accounts: asked.flatMap((outcome) => ('account' in outcome ? outcome.account : [])),
    refusals: asked.flatMap((outcome) => ('refusal' in outcome ? outcome.refusal : [])),
  };
}

async function openEntries(
  site: Site,
  people: readonly learning.Person[],
  signal: AbortSignal,
): Promise<Entry[]> {
  const records = await openRecords(
    site,
    people.map(({ key }) => learning.parseUserId(key)),
    signal,
  );
  return people.flatMap((person) => {
    const record = records.get(learning.parseUserId(person.key));
    return record ? [{ handle: person.key, person: recordedPerson(person, record), record }] : [];
  });
}

/** The outcome for each entry, by handle. Doubtful accounts, and accounts now of staff, are not touched. */
async function ensureEntries(
  { context, name, organisation, connector }: Site,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<Map<string, Outcome>> {
  const ids = entries.flatMap(({ record }) => record?.externalId ?? []);
  const staff = ids.length > 0 ? await connector.findStaff?.(organisation, ids, signal) : undefined;
  const outcomes = new Map<string, Outcome>();
  const usable = new Map<string, Entry>();
  for (const entry of entries) {
    const { handle, record, person } = entry;
    const refusal = record?.doubt ?? (staff?.has(record?.externalId ?? '') ? learning.staffAccount : null);
    if (refusal) outcomes.set(handle, { refusal: { key: handle, remark: refusal } });
    else usable.set(person.key, entry);
  }
  if (usable.size === 0) return outcomes;
  const people = [...usable.values()].map(({ person }) => person);
  const { accounts, refusals } = await connector.ensureUsers(organisation, people, signal);
  await systemTransaction(context, (tx) => queries.keepAccounts(tx, name, accounts, context.clock.now()));
  const handleOf = (key: string) => usable.get(key)?.handle ?? key;
  for (const account of accounts) {
    const key = handleOf(account.key);
    outcomes.set(key, { account: { ...account, key } });
  }
  for (const refusal of refusals) {
    const key = handleOf(refusal.key);
    outcomes.set(key, { refusal: { ...refusal, key } });
  }
  return outcomes;
}

/** The entries to try again, with the entries of accounts that stand in their way. */
async function findRemedies(
  site: Site,
  entries: readonly Entry[],
  outcomes: ReadonlyMap<string, Outcome>,
  signal: AbortSignal,
): Promise<Entry[]> {
  const refusedFor = (...codes: string[]) =>
    entries.filter(({ handle }) => {
      const outcome = outcomes.get(handle);
      return outcome && 'refusal' in outcome && codes.includes(outcome.refusal.remark?.code ?? '');
    });
  const gone = refusedFor('accountDeleted').filter(({ record }) => record && record.origin !== 'joined');
  await renew(site, gone);
  const withoutAddress = refusedFor('addressTaken', 'accountRefused');
  const holders = await takeUp(site, withoutAddress, signal);
  const again = [
    ...gone,
    ...withoutAddress.filter(({ handle }) => holders.some((one) => one.for === handle)),
  ];
  const fresh = await openEntries(
    site,
    again.map(({ handle, person }) => ({ ...person, key: handle })),
    signal,
  );
  const others = await bringAlong(site, holders);
  const isThere = new Set(fresh.map(({ handle }) => handle));
  return [...fresh, ...others.filter(({ handle }) => !isThere.has(handle))];
}

/** Gives new keys to people whose accounts were deleted on the platform. */
async function renew({ context, name }: Site, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const renewed = entries.flatMap(({ record }) =>
    record ? [{ id: record.id, key: makeKey(context, name) }] : [],
  );
  await systemTransaction(context, (tx) => queries.renewKeys(tx, renewed, context.clock.now()));
}

/** An account of the portal's with an address that a person (handle `for`) is to have. */
interface Holder {
  readonly for: string;
  readonly account: learning.AccountFacts;
  readonly record: queries.AccountRecord | null;
  /** Whether the account has been given to the person who wants the address. */
  readonly isTaken: boolean;
}

/** The portal's own accounts with people's addresses; unused ones are given to people without an account. */
async function takeUp(site: Site, entries: readonly Entry[], signal: AbortSignal): Promise<Holder[]> {
  const { context, name, organisation, connector } = site;
  const lacking = entries.filter(({ record, person }) =>
    connector.sharesAddresses ? record?.externalId === null && record.origin === 'new' : !person.hasLeft,
  );
  if (lacking.length === 0) return [];
  const emails = lacking.map(({ person }) => person.email);
  const accounts = await connector.findByAddress(organisation, emails, signal);
  const records = await queries.selectSiteRecords(context.database.read, name, {
    keys: accounts.flatMap(({ login }) => login ?? []),
    externalIds: accounts.map(({ externalId }) => externalId),
  });
  const holders: Holder[] = [];
  for (const { handle, person, record: own } of lacking) {
    const same = accounts.filter(({ email }) => email.toLowerCase() === person.email.toLowerCase());
    const [account] = same;
    if (same.length !== 1 || !account?.login || account.login === person.key) continue;
    const { login, externalId } = account;
    const record =
      records.find((one) => one.externalId === externalId) ??
      records.find((one) => one.externalId === null && one.key === login) ??
      null;
    const isOurs = record ? record.doubt === null : isOwnKey(context, name, login);
    if (!isOurs) continue;
    const isFree = record === null || record.hasLeft;
    if (connector.sharesAddresses && !isFree) continue;
    const isTaken = isFree && own?.externalId === null;
    if (isTaken) {
      const taken = { id: record?.id ?? null, key: record?.key ?? login, externalId };
      await systemTransaction(context, (tx) => queries.takeUpAccount(tx, own, taken, context.clock.now()));
    }
    holders.push({ for: handle, account, record, isTaken });
  }
  return holders;
}

/** Entries that free addresses: present owners get their own address set, unused accounts a parked one. */
async function bringAlong({ context }: Site, holders: readonly Holder[]): Promise<Entry[]> {
  const inTheWay = holders.filter(({ isTaken }) => !isTaken);
  const userIds = inTheWay.flatMap(({ record }) => (record && !record.hasLeft ? [record.userId] : []));
  const people = await selectPeople(context.database.read, userIds);
  return inTheWay.flatMap(({ account, record }): Entry[] => {
    const person = people.find(({ id }) => id === record?.userId);
    if (record && person)
      return [
        {
          handle: learning.toPlatformUserId(person.id),
          person: recordedPerson(learning.toPerson(person), record),
          record,
        },
      ];
    const key = record?.key ?? account.login ?? '';
    const names = { firstName: '', lastName: '', language: 'fr', hasLeft: true } as const;
    const parked = { key, ...names, email: learning.parkedAddress(key) };
    return [{ handle: key, person: record ? recordedPerson(parked, record) : parked, record }];
  });
}
