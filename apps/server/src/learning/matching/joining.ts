import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import { nameKey } from '@guichet/contract/core/fold';
import { joinNames } from '@guichet/contract/core/fullName';
import {
  type AccountMatch,
  type joinAccounts as joinEndpoint,
  matchedPeople,
  type listAccountMatches as matchesEndpoint,
  type PlatformAccount,
} from '@guichet/contract/learning/learning.accounts';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import { selectSiteRecords } from '../accounts/accounts.queries.ts';
import { destinationOfPlatform } from '../jobs/jobs.queries.ts';
import { type AccountFacts, type Connector, ConnectorError } from '../learning.service.ts';
import * as queries from './joining.queries.ts';

type By = BodyOf<typeof matchesEndpoint>['by'];

/** A platform with its bare connector, which knows no handles; `platformId` null: that of the settings. */
export interface JoinSite {
  readonly context: AppContext;
  readonly platformId: number | null;
  /** The platform's name in the audit log. */
  readonly name: string;
  readonly connector: Pick<Connector, 'readAccounts' | 'findByAddress' | 'findStaff'>;
}

type Found = AccountMatch & { readonly facts: AccountFacts };

const listSize = 1000;
const timeoutMs = 60_000;
const organisation = { id: 0, templateId: null, semesterId: null };

/** A page of people with the accounts that match them. */
export async function listMatches(site: JoinSite, by: By, after: number) {
  const people = await selectPeople(site, { after, userIds: null });
  const { matches, problem } = await orProblem(() => findMatches(site, by, people));
  const last = people.length === matchedPeople ? (people.at(-1)?.userId ?? null) : null;
  return {
    matches: (matches ?? []).map(({ facts: _, ...match }) => match),
    next: problem ? null : last,
    problem,
  };
}

/** Joins people to the given accounts where these still match. */
export async function joinAccounts(
  site: JoinSite,
  grant: SystemsGrant,
  { by, pairs }: BodyOf<typeof joinEndpoint>,
): Promise<ReplyOf<typeof joinEndpoint>> {
  const { context, platformId, name } = site;
  const people = await selectPeople(site, { after: 0, userIds: pairs.map(({ userId }) => userId) });
  const { matches, problem } = await orProblem(() => findMatches(site, by, people));
  if (!matches) return { joined: 0, refused: [], problem };
  const meant = matches.filter(
    ({ userId, account, obstacle }) =>
      obstacle === null &&
      pairs.some((pair) => pair.userId === userId && pair.externalId === account.externalId),
  );
  const now = context.clock.now();
  const destination = destinationOfPlatform(platformId);
  const joined = await write(context, grant, async (tx) => {
    const done: Found[] = [];
    for (const match of meant) {
      const { facts } = match;
      const account = { ...facts, key: facts.key ?? '' };
      if (await queries.joinAccount(tx, destination, match.userId, account, now)) done.push(match);
    }
    if (done.length === 0) return unchanged(0);
    const userIds = done.map(({ userId }) => userId);
    await queries.requeuePeople(tx, { platformId }, userIds, now);
    const accounts = done.map(({ account }) => account.externalId);
    const detail = { name, userIds, kind: by, accounts };
    return record(done.length, {
      action: 'platform.accountsJoined',
      subject: subjectOf(site),
      systemId: null,
      detail,
    });
  });
  const externalIds = pairs.map(({ externalId }) => externalId);
  const records = await selectSiteRecords(context.database.read, destination, { keys: [], externalIds });
  const refused = pairs
    .filter(
      (pair) => !records.some((one) => one.userId === pair.userId && one.externalId === pair.externalId),
    )
    .map(({ userId }) => ({
      userId,
      obstacle: matches.find((one) => one.userId === userId)?.obstacle ?? null,
    }));
  return { joined, refused, problem: null };
}

/** Gives the person an account of the portal's, or the former refusal, again. Work in the course stays. */
export async function releaseAccount(site: JoinSite, grant: SystemsGrant, userId: number): Promise<boolean> {
  const { context, platformId, name } = site;
  return write(context, grant, async (tx) => {
    const now = context.clock.now();
    if (!(await queries.deleteJoined(tx, destinationOfPlatform(platformId), userId))) return unchanged(false);
    await queries.requeuePeople(tx, { platformId }, [userId], now);
    const detail = { name, userIds: [userId] };
    return record(true, {
      action: 'platform.accountReleased',
      subject: subjectOf(site),
      systemId: null,
      detail,
    });
  });
}

export async function listAccounts(context: AppContext, platformId: number | null, after: number) {
  const site = destinationOfPlatform(platformId);
  const rows = await queries.selectSiteAccounts(context.database.read, site, after, listSize);
  const accounts = rows.map(
    ({ firstName, lastName, origin, ...row }): PlatformAccount => ({
      ...row,
      fullName: joinNames({ firstName, lastName }),
      isJoined: origin === 'joined',
    }),
  );
  return { accounts, next: rows.length === listSize ? (rows.at(-1)?.userId ?? null) : null };
}

function selectPeople(
  { context, platformId }: JoinSite,
  which: { readonly after: number; readonly userIds: readonly number[] | null },
) {
  const site = destinationOfPlatform(platformId);
  const of = { site, platformId, today: context.clock.today(), ...which };
  return queries.selectJoinable(context.database.read, of, matchedPeople);
}

async function findMatches(site: JoinSite, by: By, people: readonly queries.Joinable[]): Promise<Found[]> {
  const { context, platformId, connector } = site;
  const signal = AbortSignal.timeout(timeoutMs);
  const found = await findAccounts(connector, by, people, signal);
  const externalIds = [...found.values()].flat().map(({ externalId }) => externalId);
  if (externalIds.length === 0) return [];
  const staff = await connector.findStaff?.(organisation, externalIds, signal);
  const keys = [...new Set([...found.values()].flat().flatMap(({ key }) => key ?? []))];
  // Another account may bear the same number, or sign in by it, so that links would lead to either.
  const bearers = await connector.readAccounts(organisation, keys, signal);
  const of = { keys, externalIds };
  const records = await selectSiteRecords(context.database.read, destinationOfPlatform(platformId), of);
  const taken = (facts: AccountFacts) =>
    records.some(({ externalId, key }) => externalId === facts.externalId || key === facts.key);
  return people.flatMap((person): Found[] => {
    const accounts = found.get(matchValue(by, person)) ?? [];
    const [facts] = accounts;
    if (!facts) return [];
    const isShared = people.filter((other) => matchValue(by, other) === matchValue(by, person)).length > 1;
    const fullName = joinNames(person);
    const { userId, email, studentNumber } = person;
    const obstacle =
      (accounts.length > 1 || isShared || (bearers.get(facts.key ?? '')?.length ?? 0) > 1
        ? 'several'
        : null) ??
      (staff?.has(facts.externalId) ? 'staff' : null) ??
      (facts.isSuspended ? 'suspended' : null) ??
      (taken(facts) ? 'taken' : null) ??
      (facts.key ? null : 'withoutNumber');
    const account = { externalId: facts.externalId, name: facts.name, email: facts.email, number: facts.key };
    return [
      {
        userId,
        fullName,
        email,
        studentNumber,
        account,
        agrees: nameKey(fullName) === nameKey(facts.name),
        obstacle,
        facts,
      },
    ];
  });
}

/** Accounts by the number or address that they share with a person. */
async function findAccounts(
  connector: JoinSite['connector'],
  by: By,
  people: readonly queries.Joinable[],
  signal: AbortSignal,
): Promise<Map<string, readonly AccountFacts[]>> {
  const values = [...new Set(people.map((person) => matchValue(by, person)).filter((value) => value !== ''))];
  const found = new Map<string, readonly AccountFacts[]>();
  if (values.length === 0) return found;
  if (by === 'address') {
    const accounts = await connector.findByAddress(organisation, values, signal);
    for (const value of values)
      found.set(
        value,
        accounts.filter(({ email }) => email.toLowerCase() === value),
      );
    return found;
  }
  for (const [number, accounts] of await connector.readAccounts(organisation, values, signal)) {
    // A login that happens to equal somebody's number is no number.
    const numbered = accounts.filter(({ key }) => key === number);
    if (numbered.length > 0) found.set(number, numbered);
  }
  return found;
}

function matchValue(by: By, { studentNumber, email }: queries.Joinable): string {
  return by === 'address' ? email.toLowerCase() : (studentNumber ?? '');
}

function subjectOf({ platformId }: JoinSite): string | null {
  return platformId === null ? null : `platform:${platformId}`;
}

async function orProblem(
  work: () => Promise<Found[]>,
): Promise<{ matches: Found[] | null; problem: Remark | null }> {
  try {
    return { matches: await work(), problem: null };
  } catch (error) {
    if (error instanceof ConnectorError) return { matches: null, problem: error.remark };
    throw error;
  }
}
