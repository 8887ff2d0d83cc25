/**
 * The statements of the queue, for every job table: jobs enter and come again; their leases are claimed, renewed, settled and
 * released. Names of tables, columns and states come from the table's definition; all else are parameters. In every statement `j` is a row of the table.
 */

import { notifyAfterCommit } from '../audit/audit.service.ts';
import { ask, type Prepared, prepare } from '../database/connection/prepared.ts';
import type { ReadDb, WriteTx } from '../database/database.ts';
import { longestWait } from './backoff.ts';
import { nothingHeld } from './hold.queries.ts';
import type { Job, JobKey, JobTable } from './job.ts';

/** Unless renewed, a lease expires after this time, and another process may take the job. */
export const leaseSeconds = 30;
/** The greatest difference between the clocks of two machines that is assumed. */
const clockSeconds = 60;

export interface Lease {
  /** The id of the process. */
  readonly by: string;
  readonly until: Date;
}

/** Inserts a job due at `dueAt`; false: the unique job exists. */
export async function enqueueJob(
  tx: WriteTx,
  { name, states, topic }: JobTable<object>,
  columns: Readonly<Record<string, unknown>>,
  dueAt: Date,
): Promise<boolean> {
  const row = { ...columns, state: states.queued, next_try_at: dueAt };
  const values = Object.keys(row).map((_, n) => `$${n + 1}`);
  const text = `insert into ${name} (${Object.keys(row)}) values (${values}) on conflict do nothing returning 1`;
  notifyAfterCommit(tx, topic);
  return (await ask(tx, { text }, Object.values(row))).length > 0;
}

/**
 * Leases due jobs that nobody holds, longest due first; concurrent processes get different jobs. Leases no
 * jobs during the hold after a restore, and none for the destinations in `shutOff`.
 */
export async function claimJobs<Fields extends object>(
  tx: WriteTx,
  table: JobTable<Fields>,
  lease: Lease,
  claim: { readonly now: Date; readonly most: number; readonly shutOff: readonly string[] },
): Promise<Job<Fields>[]> {
  const values = [claim.now, claim.shutOff, claim.most, lease.by, lease.until];
  const rows = await ask<Job<Fields> & { place: number }>(tx, claimStatement(table), values);
  return rows.toSorted((a, b) => a.place - b.place);
}

/** Values: now, excluded destinations, limit, owner, expiry. Each half uses its own part of the index. */
export function claimStatement(table: JobTable<object>): Prepared<never> {
  const { name, states, isVersioned } = table;
  const columns = keyOf(table);
  const fields = Object.entries<string>(table.fields).map(([field, column]) => `, ${column} as "${field}"`);
  const take = (isMeant: string, most: string) => `
    select ${columns}, next_try_at from ${name} j
    where ${isMeant} and ${isFree('$1')} and ${mayBeTaken(table, '$2')}
    order by next_try_at, ${columns} limit ${most} for update skip locked`;
  return {
    text: `
  with due as materialized (${take('next_try_at <= $1::timestamptz', '$3::integer')}
  ), delayed as materialized (${take(isDelayedByWrongClock(table, '$1'), '$3::integer - (select count(*) from due)')}
  ), taken as (
    select *, row_number() over (order by next_try_at, ${columns}) as place
    from (select * from due union all select * from delayed) both_halves)
  update ${name} j set state = '${states.running}', leased_by = $4, leased_until = $5::timestamptz
  from taken where ${sameKey(table, 'taken')}
  returning taken.place, ${keyAsJson(table)} as key, j.attempts, ${destinationOf(table)} as destination,
            ${isVersioned ? 'j.version' : 'null::integer'} as version${fields.join('')}`,
  };
}

/** Extends leases, also of jobs that were cancelled during their call; returns those still to do. Skips locked rows. */
export function renewLeases(
  tx: WriteTx,
  table: JobTable<object>,
  { by, until }: Lease,
  keys: readonly JobKey[],
): Promise<readonly JobKey[]> {
  const columns = keyOf(table).map((column) => `j.${column}`);
  const text = `
  with held as (
    select ${columns} from json_to_recordset($1::json) as r (${typedKey(table)}) join ${table.name} j on ${sameKey(table, 'r')}
    where j.leased_by = $2 for update of j skip locked), renewed as (
  update ${table.name} j set leased_until = $3::timestamptz from held where ${sameKey(table, 'held')} returning j.*)
  select ${columns} from renewed j where j.state = '${table.states.running}'`;
  return ask<JobKey>(tx, { text }, [JSON.stringify(keys), by, until]);
}

/**
 * Stores any number of results; idempotent. Rows are locked in the order of their key, as in all bulk updates
 * of jobs. An answered job ends the outage of its destination. Values: the settlements as JSON, and the owner
 * of the leases.
 */
export function settleStatement(table: JobTable<object>): Prepared<never> {
  const { name, states, isVersioned, doneAt, outcomeIn, remarkIn, keepsReason = false } = table;
  const isDone = `r.state = '${states.done}'`;
  const isHeld = `j.leased_by = $2 and j.state = '${states.running}'`;
  const locked = `, locked as (
    select r.*, j.version = r.version as counts from results r join ${name} j on ${sameKey(table, 'r')} and ${isHeld}
    order by ${keyOf(table).map((column) => `j.${column}`)} for update of j
  )`;
  return prepare<never>(`
  with results as materialized (
    select *${isVersioned ? '' : ', true as counts'} from json_to_recordset($1::json)
      as r (${typedKey(table)}, version integer, destination text, state text, tries integer,
            "nextTryAt" timestamptz, "doneAt" timestamptz, error text, remark jsonb,
            outcome text, "endsOutage" boolean)
  ), well as (
    delete from destination_outages o using results r where o.destination = r.destination and r."endsOutage"
  )${isVersioned ? locked : ''}
  update ${name} j
  set leased_by = null, leased_until = null, attempts = j.attempts + case when counts then r.tries else 0 end,
      state = case when counts then r.state else j.state end,
      next_try_at = case when counts then coalesce(r."nextTryAt", j.next_try_at) else j.next_try_at end,
      last_error = case when not counts then j.last_error when ${isDone} then ${keepsReason ? 'j.last_error' : 'null'} else coalesce(r.error, j.last_error) end
      ${doneAt ? `, ${doneAt} = r."doneAt"` : ''}
      ${outcomeIn ? `, ${outcomeIn} = coalesce(r.outcome, j.${outcomeIn})` : ''}
      ${remarkIn ? `, ${remarkIn} = case when counts and (${isDone} or r.error is not null) then r.remark else j.${remarkIn} end` : ''}
  from ${isVersioned ? 'locked' : 'results'} r
  where ${sameKey(table, 'r')} and (${isHeld}${isVersioned || table.endsWithLease ? '' : ` or ${isDone} and j.state <> r.state`})`);
}

/** For the start on an embedded database, when every existing lease belongs to a dead process. */
export async function releaseAllLeases(tx: WriteTx, table: JobTable<object>): Promise<void> {
  const text = `
  update ${table.name} j
  set state = case when attempts = 0 then '${table.states.queued}' else 'waiting' end, leased_by = null, leased_until = null
  where ${isOpen(table)} and leased_until is not null`;
  await ask(tx, { text }, []);
}

/** When the next free job is due; null if there is none. */
export async function findNextDue(db: ReadDb, table: JobTable<object>, shutOff: readonly string[]) {
  const text = `
  select next_try_at as "nextTryAt" from ${table.name} j
  where leased_until is null and ${mayBeTaken(table, '$1')} order by next_try_at limit 1`;
  const [next] = await ask<{ nextTryAt: Date }>(db, { text }, [shutOff]);
  return next?.nextTryAt ?? null;
}

/** Queues jobs with these values again, attempts reset; returns their keys. Skips due and running jobs. */
export async function requeueJobs(
  tx: WriteTx,
  table: JobTable<object>,
  which: Readonly<Record<string, string | number | readonly number[]>>,
  now: Date,
): Promise<JobKey[]> {
  const { queued, running } = table.states;
  const change = table.isVersioned ? ', version = version + 1' : '';
  const isMeant = Object.entries(which).map(([column, value], n) =>
    Array.isArray(value) ? `${column} = any($${n + 2}) and` : `${column} = $${n + 2} and`,
  );
  const text = `
  update ${table.name} j
  set state = '${queued}', attempts = 0, next_try_at = $1::timestamptz, last_error = null, leased_by = null, leased_until = null${change}
  where ${isMeant.join(' ')} (state in ('failed', 'waiting')
    or state = '${queued}' and leased_until is null and next_try_at > $1::timestamptz
    or state = '${running}' and leased_until is not null and ${isFree('$1')})
  returning ${keyAsJson(table)} as key`;
  notifyAfterCommit(tx, table.topic);
  const jobs = await ask<{ key: JobKey }>(tx, { text }, [now, ...Object.values(which)]);
  return jobs.map(({ key }) => key);
}

/**
 * Makes all jobs of a destination due that wait for their next attempt, attempts reset; returns their number.
 * In a versioned table, the result of a running job is discarded: the job runs again.
 */
export async function requeueDestination(
  tx: WriteTx,
  table: JobTable<object>,
  destination: string,
  now: Date,
): Promise<number> {
  const { name, states, isVersioned } = table;
  const isRunning = isVersioned ? ` or j.leased_until is not null` : '';
  const text = `
  with meant as (
    select ${keyOf(table).map((column) => `j.${column}`)} from ${name} j
    where ${isOpen(table)} and ${destinationOf(table)} = $2 and (j.state = 'waiting'${isRunning})
    order by ${keyOf(table).map((column) => `j.${column}`)} for update of j)
  update ${name} j
  set state = '${states.queued}', attempts = 0, next_try_at = $1::timestamptz, last_error = null
      ${isVersioned ? ', version = version + 1' : ''}
  from meant where ${sameKey(table, 'meant')}
  returning 1`;
  notifyAfterCommit(tx, table.topic);
  return (await ask(tx, { text }, [now, destination])).length;
}

/** The number of open jobs by state, from the partial index. */
export function countOpenJobs(db: ReadDb, table: JobTable<object>) {
  const text = `select state, count(*)::integer as n from ${table.name} j where ${isOpen(table)} group by state`;
  return ask<{ state: string; n: number }>(db, { text }, []);
}

/** Statements that look for open jobs share this text, so that the table's partial index serves them. */
function isOpen({ states: { queued, running } }: JobTable<object>): string {
  const states = [...new Set([queued, running, 'waiting'])].map((state) => `'${state}'`);
  return `state in (${states.join(', ')})`;
}

function mayBeTaken(table: JobTable<object>, shutOff: string): string {
  const { destination } = table;
  const isAmong = 'isAmong' in destination ? destination.isAmong : undefined;
  const isShutOff = isAmong?.(`${shutOff}::text[]`) ?? `${destinationOf(table)} = any (${shutOff}::text[])`;
  const isAllowed = `${nothingHeld} and not (${isShutOff})`;
  return `${isOpen(table)} and ${isAllowed} and ${table.ready ?? 'true'}`;
}

/** A wrong clock wrote a lease longer than leaseSeconds. */
function isFree(now: string): string {
  const latest = `${now}::timestamptz + interval '${leaseSeconds + clockSeconds} seconds'`;
  return `(leased_until is null or leased_until <= ${now}::timestamptz or leased_until > ${latest})`;
}

/** A wrong clock wrote a wait beyond the table's longest, or any wait of a queued job without a plan. */
function isDelayedByWrongClock({ states, backoff, isTimed }: JobTable<object>, now: string): string {
  const after = (seconds: number) => `next_try_at > ${now}::timestamptz + interval '${seconds} seconds'`;
  const tooLate = after(longestWait(backoff) + clockSeconds);
  const isQueued = `state = '${states.queued}'`;
  const isPlanned = isTimed ? `${isQueued} and ${isTimed}` : 'false';
  return `${after(clockSeconds)} and (${isQueued} or ${tooLate}) and not (${isPlanned})`;
}

function destinationOf({ destination }: JobTable<object>): string {
  return 'name' in destination ? `'${destination.name}'::text` : destination.sql;
}

function keyAsJson(table: JobTable<object>): string {
  return `json_build_object(${keyOf(table).map((column) => `'${column}', j.${column}`)})`;
}

function keyOf({ key }: JobTable<object>): string[] {
  return Object.keys(key);
}

function typedKey({ key }: JobTable<object>): string[] {
  return Object.entries(key).map(([column, type]) => `${column} ${type}`);
}

function sameKey({ key }: JobTable<object>, other: string): string {
  return Object.keys(key)
    .map((column) => `j.${column} = ${other}.${column}`)
    .join(' and ');
}
