import { sql } from 'kysely';
import { prepare } from '../database/connection/prepared.ts';
import type { ReadDb, WriteTx } from '../database/database.ts';
import { deleteOverdue } from '../database/deleteOverdue.ts';

export interface LimitOutcome {
  readonly isCounted: boolean;
  /** If counted, the end of the block that the attempt begins; else the end of the present block; or null. */
  readonly blockedUntil: Date | null;
}

/** SQL for the limit at `index`. $1: now; $2: when the request arrived; then four values for each limit. */
function limitSql(index: number) {
  const [key, max, window, maxWait] = [0, 1, 2, 3].map((n) => `$${3 + 4 * index + n}`);
  const seconds = (value: string) => `${value}::integer * interval '1 second'`;
  /** How long attempts are then blocked: seconds that double from 1, or until the end of the window. */
  const blockAfter = (count: string, since: string) => `
    case when ${count} < ${max}::integer then null
         when ${maxWait}::integer is null then ${since} + ${seconds(`${window}`)}
         else $1::timestamptz + least(2 ^ least(${count} - ${max}::integer, 20), ${maxWait}::integer) * interval '1 second' end`;
  /** A block also refuses attempts from before its end; overlong blocks of fast clocks are ignored. */
  const isBlocked = (row: string) => `(${row}.blocked_until > $2::timestamptz
    and ${row}.blocked_until <= $1::timestamptz + ${seconds(`coalesce(${maxWait}, ${window})`)} + interval '1 minute')`;
  const isOver = `(r.since <= $1::timestamptz - ${seconds(`${window}`)} or r.since > $1::timestamptz + interval '1 minute')`;
  const count = `case when ${isOver} then 1 else r.count + 1 end`;
  const since = `case when ${isOver} then $1::timestamptz else r.since end`;
  return { key: `${key}::text`, isBlocked, blockAfter, count, since };
}

/**
 * Increments the counters of up to `limits` keys in order, in one round trip, but none from the first blocked
 * key on, and none at all if the block was visible at the start. Row locks keep counts exact across
 * processes. The commit is asynchronous: a power cut may lose the last counts.
 */
function countStatement(limits: number) {
  const parts = Array.from({ length: limits }, (_, index) => limitSql(index));
  const counting = parts.map(({ key, isBlocked, blockAfter, count, since }, index) => {
    const free = parts
      .slice(index + 1)
      .map(
        (later) =>
          `and not exists (select from rate_limits l where l.key = ${later.key} and ${later.isBlocked('l')})`,
      );
    return `counted_${index} as (
      insert into rate_limits as r (key, count, since, blocked_until)
      select ${key}, 1, $1::timestamptz, ${blockAfter('1', '$1::timestamptz')}
      from ${index === 0 ? 'lightly' : `counted_${index - 1}`} where true ${free.join(' ')}
      on conflict (key) do update
      set count = ${count}, since = ${since}, blocked_until = ${blockAfter(`(${count})`, `(${since})`)}
      where ${isBlocked('r')} is not true
      returning r.blocked_until)`;
  });
  const outcomes = parts.map(
    ({ key, isBlocked }, index) => `
      select ${index} as place, exists (select from counted_${index}) as "isCounted",
             case when exists (select from counted_${index}) then (select blocked_until from counted_${index})
                  else (select b.blocked_until from rate_limits b where b.key = ${key} and ${isBlocked('b')}) end as "blockedUntil"`,
  );
  return prepare<LimitOutcome>(`
    with lightly as (select set_config('synchronous_commit', 'off', true)), ${counting.join(', ')}
    ${outcomes.join(' union all ')} order by place`);
}

/** The statements, by the number of limits that they check, from 1. */
export const countStatements = [1, 2, 3].map(countStatement);

/** When the block of each of the keys $1 ends. */
export const selectBlocks = prepare<{ readonly key: string; readonly blockedUntil: Date }>(`
  select key, blocked_until as "blockedUntil" from rate_limits
  where key = any($1::text[]) and blocked_until is not null`);

/** Decrements the counters of the keys $1 and removes the blocks $2, in the order of counting. */
export const releaseStatement = prepare(`
  with locked as (
    select key from rate_limits where key = any($1::text[]) order by array_position($1::text[], key) for update)
  update rate_limits r
  set count = r.count - 1, blocked_until = case when r.blocked_until = given.block then null else r.blocked_until end
  from locked join unnest($1::text[], $2::timestamptz[]) as given (key, block) using (key)
  where r.key = locked.key and r.count > 0`);

/** Parts of a statement: delete the counter of a key, then decrement the counter of another key. */
export const forgettingTry = (key: string, otherKey: string) => `
  forgotten as (delete from rate_limits where key = ${key} returning key),
  released as (
    update rate_limits set count = count - 1
    where key = ${otherKey} and count > 0 and (select count(*) from forgotten) >= 0)`;

/** The attempts counted under a key and the keys that begin with it and `|`, and the latest end of their blocks. */
export async function selectCounted(db: ReadDb, key: string, since: Date) {
  const { rows } = await sql<{ count: number; blockedUntil: Date | null }>`
    select coalesce(sum(count), 0)::integer as count, max(blocked_until) as "blockedUntil" from rate_limits
    where since > ${since}::timestamptz and (key = ${key}::text or starts_with(key, ${`${key}|`}::text))`.execute(
    db,
  );
  return rows[0] as { count: number; blockedUntil: Date | null };
}

export const forgetTry = prepare(`with ${forgettingTry('$1', '$2')} select`);

export const clearStatement = prepare(`delete from rate_limits where key = $1`);

export async function deleteRateLimits(tx: WriteTx, key: string): Promise<void> {
  await sql`delete from rate_limits where key = ${key} or starts_with(key, ${`${key}|`})`.execute(tx);
}

/** Deletes the counters of windows that began long ago. */
export const deleteRateLimitsBefore = deleteOverdue({ table: 'rate_limits', key: 'key', at: 'since' });
