import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { operatorText } from '../../runtime/operatorText.ts';
import type { AnyDb, Table } from '../backup/catalog.ts';
import { DatabaseRefusal } from '../operator.ts';

/** The name of the publication, and of the subscription and its slot. */
const name = sql.id('guichet_move');
const lookMilliseconds = 50;
const longestMilliseconds = 60_000;

/**
 * Lets a database follow another by logical replication, until `unfollow`; all rows of these tables are copied first.
 * @throws DatabaseRefusal when a server refuses: roles, connections, or a move under way
 */
export async function follow(from: AnyDb, to: AnyDb, tables: readonly Table[], address: string) {
  // Rows of a table without a primary key are found by all their values meanwhile.
  for (const table of await listWithoutKey(from))
    await sql`alter table ${sql.id(table)} replica identity full`.execute(from);
  const published = sql.join(tables.map((table) => sql.id(table.name)));
  const url = new URL(address);
  url.searchParams.delete('max');
  try {
    await sql`create publication ${name} for table ${published}`.execute(from);
    await sql`create subscription ${name} connection ${sql.lit(url.href)} publication ${name}`.execute(to);
  } catch (error) {
    const { message } = error as Error;
    throw new DatabaseRefusal(operatorText('moveCannotFollow', { reason: message }));
  }
}

export async function untilCopied(to: AnyDb): Promise<void> {
  while (await isCopying(to)) await wait(lookMilliseconds);
}

export async function isFollowing(to: AnyDb): Promise<boolean> {
  const { rows } = await sql`
    select from pg_subscription s join pg_database d on d.oid = s.subdbid
    where s.subname = 'guichet_move' and d.datname = current_database()`.execute(to);
  return rows.length > 0;
}

/** Ends a move, however far it has come. */
export async function unfollow(from: AnyDb, to: AnyDb): Promise<void> {
  await sql`drop subscription if exists ${name}`.execute(to);
  // Where one of the servers broke off while they were connected.
  await sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name = 'guichet_move' and database = current_database() and not active`.execute(from);
  await sql`drop publication if exists ${name}`.execute(from);
  for (const table of await listWithoutKey(from))
    await sql`alter table ${sql.id(table)} replica identity default`.execute(from);
}

/** Resolves once all that was committed before the call is there. @throws DatabaseRefusal after a minute */
export async function untilCaughtUp(from: AnyDb): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(from);
  const latest = performance.now() + longestMilliseconds;
  while (!(await isThere(from, rows[0]?.at ?? ''))) {
    if (performance.now() > latest) throw new DatabaseRefusal(operatorText('moveNotFollowing'));
    await wait(lookMilliseconds);
  }
}

async function isCopying(to: AnyDb): Promise<boolean> {
  const { rows } = await sql`
    select from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
    where s.subname = 'guichet_move' and r.srsubstate <> 'r' limit 1`.execute(to);
  return rows.length > 0;
}

async function isThere(from: AnyDb, position: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_replication_slots where slot_name = 'guichet_move' and confirmed_flush_lsn >= ${position}::pg_lsn`.execute(
    from,
  );
  return rows.length > 0;
}

async function listWithoutKey(from: AnyDb): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
      and not exists (select from pg_index where indrelid = c.oid and indisprimary)`.execute(from);
  return rows.map((table) => table.name);
}
