import { sql } from 'kysely';
import type { ReadDb, WriteTx } from './database.ts';
import { prepare } from './prepared.ts';

/** Counters that every server process shares. A key names what is counted: `signIn|address|account`. */
export interface Throttle {
  readonly key: string;
  readonly count: number;
  readonly since: Date;
  readonly blockedUntil: Date | null;
}

export function findThrottle(db: ReadDb, key: string): Promise<Throttle | undefined> {
  return db
    .selectFrom('throttles')
    .select(['key', 'count', 'since', 'blocked_until as blockedUntil'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Counts one more under `key`; a count that began before `forgetBefore` starts again. */
export async function countUp(tx: WriteTx, key: string, now: Date, forgetBefore: Date): Promise<number> {
  const { count } = await tx
    .insertInto('throttles')
    .values({ key, count: 1, since: now, blocked_until: null })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        count: row
          .case()
          .when('throttles.since', '<', forgetBefore)
          .then(1)
          .else(row('throttles.count', '+', 1))
          .end(),
        since: row
          .case()
          .when('throttles.since', '<', forgetBefore)
          .then(now)
          .else(row.ref('throttles.since'))
          .end(),
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}

export interface Counted {
  readonly count: number;
  readonly beside: number;
  readonly blockedUntil: Date | null;
}

/**
 * Counts one more under $1 as `countUp` does, at $2, forgetting a count that began before $3, and tells in the same trip
 * how often $4 has been counted and until when it is blocked. Nobody waits until the count is on the disk: a power cut
 * may forget the last of them.
 */
export const countUpLightly = prepare<Counted>(`
  with counted as (
    insert into throttles as t (key, count, since) values ($1, 1, $2::timestamptz)
    on conflict (key) do update
    set count = case when t.since < $3::timestamptz then 1 else t.count + 1 end,
        since = case when t.since < $3::timestamptz then excluded.since else t.since end
    returning count)
  select counted.count, coalesce(b.count, 0) as beside, b.blocked_until as "blockedUntil"
  from counted cross join (select set_config('synchronous_commit', 'off', true)) lightly
       left join throttles b on b.key = $4`);

export async function blockUntil(tx: WriteTx, key: string, until: Date): Promise<void> {
  await tx.updateTable('throttles').set({ blocked_until: until }).where('key', '=', key).execute();
}

export async function clearThrottle(tx: WriteTx, key: string): Promise<void> {
  await tx.deleteFrom('throttles').where('key', '=', key).execute();
}

/** All counters whose key begins so. */
export async function clearThrottles(tx: WriteTx, beginning: string): Promise<void> {
  await tx.deleteFrom('throttles').where(sql<boolean>`starts_with(key, ${beginning})`).execute();
}

/** Counters that began before, whatever they counted: at most `limit` of them; says how many. */
export async function deleteThrottlesBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from throttles where key = any(array(
      select key from throttles where since < ${before}::timestamptz
      order by since limit ${limit} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
