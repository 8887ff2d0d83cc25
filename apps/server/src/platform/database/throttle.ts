import { sql } from 'kysely';
import { prepare } from './connection/prepared.ts';
import type { ReadDb, WriteTx } from './database.ts';

/** Counters that every server process shares. A key names what is counted: `signIn|address|account`. */
export interface Throttle {
  readonly key: string;
  readonly count: number;
  readonly since: Date;
  readonly blockedUntil: Date | null;
}

/** What is counted under a key; nothing where it began in the future, by a clock that was wrong. */
export function findThrottle(db: ReadDb, key: string, now: Date): Promise<Throttle | undefined> {
  return db
    .selectFrom('throttles')
    .select(['key', 'count', 'since', 'blocked_until as blockedUntil'])
    .where('key', '=', key)
    .where('since', '<=', new Date(now.getTime() + 60_000))
    .executeTakeFirst();
}

/** Counts one more under `key`; a count that began before `forgetBefore`, or in the future, starts again. */
export async function countUp(tx: WriteTx, key: string, now: Date, forgetBefore: Date): Promise<number> {
  const isForgotten = sql<boolean>`throttles.since < ${forgetBefore}::timestamptz
    or throttles.since > ${now}::timestamptz + interval '1 minute'`;
  const { count } = await tx
    .insertInto('throttles')
    .values({ key, count: 1, since: now, blocked_until: null })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        count: row
          .case()
          .when(isForgotten)
          .then(1)
          .else(row('throttles.count', '+', 1))
          .end(),
        since: row.case().when(isForgotten).then(now).else(row.ref('throttles.since')).end(),
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}

/** What `countSignInTry` found; `failures` is null where the try may not be made. */
export interface CountedTry {
  /** Of the network, since `triesSince`. */
  readonly tries: number;
  readonly triesSince: Date;
  readonly failures: number | null;
  /** Until when this try, should it fail, blocks the next; without a try, until when the key or the account is blocked. */
  readonly blockedUntil: Date | null;
  readonly accountBlockedUntil: Date | null;
}

const longestBlock = "interval '15 minutes'";
/** A clock that was ahead for a while leaves blocks and beginnings that are not believed. */
const isBlocked = (row: string) =>
  `(${row}.blocked_until > $5::timestamptz and ${row}.blocked_until <= $4::timestamptz + ${longestBlock})`;
const isOver = (row: string, window: string) =>
  `(${row}.since < $4::timestamptz - ${window} or ${row}.since > $4::timestamptz + interval '1 minute')`;
/** Seconds, doubling from 1 with each failure from \`first\` on. */
const waitFrom = (count: string, first: string, longest: number) =>
  `$4::timestamptz + least(2 ^ least(${count} - ${first}, 20), ${longest}) * interval '1 second'`;
const countedIn = (window: string) => `case when ${isOver('t', window)} then 1 else t.count + 1 end`;

/**
 * Counts one try to sign in, before it is known whether it fails, in one trip: for the network $1, of which $6 a minute are
 * free, then for $2 (an account from a network or device) and $3 (the account from everywhere; null for none), unless one
 * of these is blocked. $4 is now, $5 when the try arrived: what was under way when a block began does not outlast it.
 * $7 failures of $2 are free within 12 hours, $8 of $3 within an hour. Row locks make the count exact, however many
 * processes count at once. Not synced to disk: a power cut may forget the last ones.
 */
export const countSignInTry = prepare<CountedTry>(`
  with tried as (
    insert into throttles as t (key, count, since) values ($1, 1, $4::timestamptz)
    on conflict (key) do update
    set count = ${countedIn("interval '1 minute'")},
        since = case when ${isOver('t', "interval '1 minute'")} then excluded.since else t.since end
    returning t.count, t.since),
  failed as (
    insert into throttles as t (key, count, since)
    select $2, 1, $4::timestamptz from tried
    where tried.count <= $6::integer and $2::text is not null
      and not exists (select from throttles a where a.key = $3 and ${isBlocked('a')})
    on conflict (key) do update
    set count = ${countedIn("interval '12 hours'")},
        since = case when ${isOver('t', "interval '12 hours'")} then excluded.since else t.since end,
        blocked_until = case when ${isOver('t', "interval '12 hours'")} or t.count + 1 < $7::integer then null
                             else ${waitFrom('t.count + 1', '$7::integer', 900)} end
    where not coalesce(${isBlocked('t')}, false)
    returning t.count, t.blocked_until),
  overall as (
    insert into throttles as t (key, count, since)
    select $3, 1, $4::timestamptz from failed where $3::text is not null
    on conflict (key) do update
    set count = ${countedIn("interval '1 hour'")},
        since = case when ${isOver('t', "interval '1 hour'")} then excluded.since else t.since end,
        blocked_until = case when ${isOver('t', "interval '1 hour'")} or t.count + 1 <= $8::integer then null
                             else ${waitFrom('t.count', '$8::integer', 60)} end
    returning t.count)
  select tried.count as tries, tried.since as "triesSince", failed.count as failures,
         case when failed.count is null then b.blocked_until else failed.blocked_until end as "blockedUntil",
         a.blocked_until as "accountBlockedUntil"
  from tried cross join (select set_config('synchronous_commit', 'off', true)) lightly
       left join failed on true left join overall on true
       left join throttles b on b.key = $2 left join throttles a on a.key = $3`);

/** Takes one count of $1 back, with the block that it began ($2), and one of $3. The keys are locked as above: in this order. */
export const giveTryBack = prepare(`
  with given_back as (
    update throttles set
      count = count - 1, blocked_until = case when blocked_until = $2::timestamptz then null else blocked_until end
    where key = $1 and count > 0 returning key)
  update throttles set count = count - 1
  where key = $3 and count > 0 and (select count(*) from given_back) >= 0`);

/** Parts of a statement: forget what is counted under one key, and take one count of another back, in this order. */
export const forgettingTry = (key: string, accountKey: string) => `
  forgotten as (delete from throttles where key = ${key} returning key),
  given_back as (
    update throttles set count = count - 1
    where key = ${accountKey} and count > 0 and (select count(*) from forgotten) >= 0)`;

export const forgetTry = prepare(`with ${forgettingTry('$1', '$2')} select`);

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
