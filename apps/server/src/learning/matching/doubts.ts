import { joinNames } from '@guichet/contract/core/fullName';
import { type Doubt, ownableAccount } from '@guichet/contract/learning/learning.doubts';
import { record, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { renewKeys, selectSiteRecords } from '../accounts/accounts.queries.ts';
import { placeOfSite } from '../accounts/recorded.ts';
import { makeKey } from '../accounts/records.ts';
import { callPlatform } from '../call.ts';
import { type AccountFacts, findDoubts, planAccountUpdate, toPlatformUserId } from '../learning.service.ts';
import type { Connectors } from '../platforms/connectors.ts';
import * as queries from './doubts.queries.ts';

type Row = Awaited<ReturnType<typeof queries.selectDoubts>>[number];

/** Seconds for all platforms together, since a person waits. */
const timeoutSeconds = 10;

export async function listDoubts(context: AppContext, connectors: Connectors): Promise<Doubt[]> {
  return readDoubts(context, connectors, await queries.selectDoubts(context.database.read, null));
}

export function countDoubts(context: AppContext): Promise<number> {
  return queries.countDoubts(context.database.read);
}

/**
 * Decides a doubt: the account that the super admin saw is the person's, or, for null, somebody else's, and
 * the person gets another account.
 * @throws AppError `platform.doubtGone`, `learning.refused`, `platform.doubtChanged`
 */
export async function decideDoubt(
  context: AppContext,
  connectors: Connectors,
  grant: SystemsGrant,
  { doubtId, externalId }: { readonly doubtId: number; readonly externalId: string | null },
): Promise<true> {
  const [row] = await queries.selectDoubts(context.database.read, doubtId);
  if (!row) throw new AppError('platform.doubtGone');
  const theirs = externalId === null ? null : await findTheirs(context, connectors, row, externalId);
  const { site, userId, firstName, lastName } = row;
  await write(context, grant, async (tx) => {
    if (!(await queries.lockDoubt(tx, doubtId))) throw new AppError('platform.doubtGone');
    const now = context.clock.now();
    if (theirs) await queries.useDoubtful(tx, doubtId, theirs, now);
    else await renewKeys(tx, [{ id: doubtId, key: makeKey(context, site) }], now);
    await planAccountUpdate(tx, userId, { now, today: context.clock.today() });
    const detail = { name: joinNames({ firstName, lastName }), reason: theirs ? 'theirs' : 'another' };
    return record(null, { action: 'platform.accountDecided', subject: `user:${userId}`, detail });
  });
  return true;
}

async function findTheirs(context: AppContext, connectors: Connectors, row: Row, externalId: string) {
  const [doubt] = await readDoubts(context, connectors, [row]);
  if (!doubt?.accounts) throw new AppError('learning.refused');
  const account = ownableAccount(doubt);
  if (account?.externalId !== externalId) throw new AppError('platform.doubtChanged');
  return account;
}

/** The doubts with the accounts that bear the keys on the platforms now. */
async function readDoubts(
  context: AppContext,
  connectors: Connectors,
  rows: readonly Row[],
): Promise<Doubt[]> {
  const sites = [...Map.groupBy(rows, ({ site }) => site)];
  const read = sites.map(async ([site, ofSite]) => {
    const { platformId } = placeOfSite(site);
    const bearers = await readBearers(context, connectors, site, ofSite);
    return ofSite.map(({ site: _, firstName, lastName, ...row }): Doubt => {
      const found = bearers && (bearers.accounts.get(toPlatformUserId(row.userId)) ?? []);
      const accounts = found?.map(shown) ?? null;
      const reasons = bearers && found ? reasonsOf({ ...row, firstName, lastName }, found, bearers) : [];
      return { ...row, name: joinNames({ firstName, lastName }), platformId, accounts, reasons };
    });
  });
  return (await Promise.all(read)).flat();
}

/** The accounts that bear the keys, and which are staff's or other people's; null without an answer. */
async function readBearers(context: AppContext, connectors: Connectors, site: string, rows: readonly Row[]) {
  const { platformId, organisation } = placeOfSite(site);
  const handles = rows.map(({ userId }) => toPlatformUserId(userId));
  const read = async (signal: AbortSignal) => {
    const connector = await connectors.of(platformId);
    const accounts = await connector.readAccounts(organisation, handles, signal);
    const externalIds = [...accounts.values()].flat().map(({ externalId }) => externalId);
    const staff = externalIds.length > 0 && (await connector.findStaff?.(organisation, externalIds, signal));
    return { accounts, externalIds, staff: staff || new Set<string>() };
  };
  const called = await callPlatform(context, null, read, timeoutSeconds);
  if ('failure' in called) return null;
  const { externalIds } = called.answer;
  const records = await selectSiteRecords(context.database.read, site, { keys: [], externalIds });
  return { ...called.answer, taken: new Set(records.map(({ externalId }) => externalId)) };
}

type Bearers = NonNullable<Awaited<ReturnType<typeof readBearers>>>;
type Of = Pick<Row, 'key' | 'firstName' | 'lastName' | 'email'>;

function reasonsOf(of: Of, found: readonly AccountFacts[], { staff, taken }: Bearers): Doubt['reasons'] {
  const [account, ...twins] = found;
  if (!account) return ['gone'];
  if (twins.length > 0) return ['several'];
  const { externalId } = account;
  return [
    ...(staff.has(externalId) ? (['staff'] as const) : []),
    ...(taken.has(externalId) ? (['taken'] as const) : []),
    ...findDoubts(of, account),
  ];
}

function shown({ externalId, login, authentication, name, email }: AccountFacts) {
  return { externalId, login: login ?? null, authentication: authentication ?? null, name, email };
}
