import { sql } from 'kysely';
import type { ReadDb, WriteTx } from './database.ts';

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

export async function blockUntil(tx: WriteTx, key: string, until: Date): Promise<void> {
  await tx.updateTable('throttles').set({ blocked_until: until }).where('key', '=', key).execute();
}

export async function clearThrottle(tx: WriteTx, key: string): Promise<void> {
  await tx.deleteFrom('throttles').where('key', '=', key).execute();
}

/** Counters that began before, whatever they counted: at most `limit` of them; says how many. */
export async function deleteThrottlesBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from throttles where key = any(array(
      select key from throttles where since < ${before}::timestamptz
      order by since limit ${limit} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
