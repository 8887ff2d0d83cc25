import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { Account } from '../learning.service.ts';

const columns = [
  'a.id',
  'a.user_id as userId',
  'a.key',
  'a.external_id as externalId',
  'a.origin',
  'a.authentication',
  sql<Remark | null>`a.doubt`.as('doubt'),
  sql<boolean>`not exists (select from users u where u.id = a.user_id)`.as('hasLeft'),
] as const;

export type AccountRecord = Awaited<ReturnType<typeof selectRecords>>[number];

export function selectRecords(db: ReadDb, site: string, userIds: readonly number[]) {
  return recordsOf(db, site).where(sql<boolean>`a.user_id = any(${userIds}::bigint[])`).execute();
}

/** The records on a site with any of the given keys or account ids. */
export function selectSiteRecords(
  db: ReadDb,
  site: string,
  { keys, externalIds }: { readonly keys: readonly string[]; readonly externalIds: readonly string[] },
): Promise<AccountRecord[]> {
  return recordsOf(db, site)
    .where(sql<boolean>`(a.key = any(${keys}::text[]) or a.external_id = any(${externalIds}::text[]))`)
    .execute();
}

function recordsOf(db: ReadDb, site: string) {
  return db.selectFrom('platform_accounts as a').select(columns).where('a.site', '=', site);
}

/** Inserts records; records that another process has made meanwhile stay. */
export async function insertRecords(
  tx: WriteTx,
  site: string,
  records: readonly { readonly userId: number; readonly key: string }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into platform_accounts (site, user_id, key, origin, changed_at)
    select ${site}::text, r."userId", r.key, 'new', ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(records)}::json) as r ("userId" bigint, key text)
    order by r."userId"
    on conflict (site, user_id) do nothing`.execute(tx);
}

/** Stores ids and ways of signing in of the accounts with these keys, each as first seen. */
export async function keepAccounts(tx: WriteTx, site: string, accounts: readonly Account[], now: Date) {
  const list = accounts.map(({ key, externalId, authentication = null }) => ({
    key,
    externalId,
    authentication,
  }));
  await sql`
    update platform_accounts a
    set external_id = f."externalId", authentication = coalesce(a.authentication, f.authentication),
        origin = case a.origin when 'new' then 'made' when 'old' then 'adopted' else a.origin end,
        changed_at = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(list)}::json)
         as f (key text, "externalId" text, authentication text)
    where a.site = ${site} and a.key = f.key
      and (a.external_id is distinct from f."externalId"
           or a.authentication is null and f.authentication is not null)`.execute(tx);
}

/** Marks records as doubtful: nobody uses these accounts until a super admin has decided. */
export async function setDoubts(
  tx: WriteTx,
  doubts: readonly { readonly id: number; readonly doubt: Remark }[],
  now: Date,
): Promise<void> {
  await sql`
    update platform_accounts a set doubt = f.doubt, changed_at = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(doubts)}::json) as f (id bigint, doubt jsonb)
    where a.id = f.id`.execute(tx);
}

/** Gives new keys to records of people without an account; their next account is created with the new key. */
export async function renewKeys(
  tx: WriteTx,
  records: readonly { readonly id: number; readonly key: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update platform_accounts a
    set key = f.key, external_id = null, authentication = null, origin = 'new', doubt = null,
        changed_at = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(records)}::json) as f (id bigint, key text)
    where a.id = f.id`.execute(tx);
}

/**
 * Gives a person, whose own record has no account, an account that the portal made for somebody who has left
 * it. With its id stored, the account is checked like each recorded account before use.
 */
export async function takeUpAccount(
  tx: WriteTx,
  own: AccountRecord,
  { id, key, externalId }: { readonly id: number | null; readonly key: string; readonly externalId: string },
  now: Date,
): Promise<void> {
  if (id !== null) await tx.deleteFrom('platform_accounts').where('id', '=', own.id).execute();
  await tx
    .updateTable('platform_accounts')
    .set({ user_id: own.userId, key, external_id: externalId, changed_at: now })
    .set({ origin: sql`case origin when 'new' then 'made' else origin end` })
    .where('id', '=', id ?? own.id)
    .execute();
}

/** Sites with records of present people that have yet to be read back. */
export async function selectUnreadSites(db: ReadDb): Promise<string[]> {
  const rows = await db
    .selectFrom('platform_accounts')
    .select('site')
    .distinct()
    .where((eb) => eb.and({ origin: 'old', doubt: null }))
    .execute();
  return rows.map(({ site }) => site);
}

/** The next people of a site whose records have yet to be read back. */
export async function selectUnread(
  db: ReadDb,
  site: string,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<AccountRecord[]> {
  return recordsOf(db, site)
    .where((eb) => eb.and({ 'a.origin': 'old', 'a.doubt': null }))
    .where(sql<boolean>`exists (select from users u where u.id = a.user_id)`)
    .where('a.id', '>', after)
    .orderBy('a.id')
    .limit(most)
    .execute();
}
