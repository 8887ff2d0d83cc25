import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { type AnyDb, listCounters, listTables, type Table } from '../backup/catalog.ts';
import { openDatabase } from '../database.ts';
import { listMigrations } from '../migration/migrate.ts';
import { type DatabaseLog, DatabaseRefusal } from '../operator.ts';
import { parsePostgresUrl } from '../postgres/postgresUrl.ts';
import { findDifferences } from './differences.ts';
import { follow, isFollowing, unfollow, untilCaughtUp } from './following.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
}

const fencedSetting = sql.raw('default_transaction_read_only');

/**
 * Copies a database to an empty one on another server, which follows it from then on; the portal goes on. Returns the number of rows.
 * @throws DatabaseRefusal when a server is not ready for it
 */
export function beginMove(
  move: Move,
  migrations: Record<string, Migration>,
  log: DatabaseLog,
): Promise<number> {
  return onBoth(move, async (from, to) => {
    await requireReady(from, to);
    await migrateTarget(move.to, from, migrations, log);
    const tables = await listTables(from);
    // Migrations add rows of their own.
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))} cascade`.execute(to);
    try {
      await follow(from, to, tables, move.from);
      await untilCaughtUp(from);
      return await countRows(to, tables);
    } catch (error) {
      await unfollow(from, to).catch(() => {});
      throw error;
    }
  });
}

/**
 * Once the portal is stopped: the former database takes no more writes, whoever still uses it, and the new one is proven to hold all rows.
 * @throws DatabaseRefusal when it does not; the former database then takes writes again, and nothing follows it
 */
export function finishMove(move: Move): Promise<{ readonly tables: number; readonly rows: number }> {
  return onBoth(move, async (from, to) => {
    if (!(await isFollowing(to)))
      throw new DatabaseRefusal(
        'The new database does not follow the former: guichet move begin lets it, with the same address',
      );
    await refuseWrites(from);
    try {
      await untilCaughtUp(from);
      await copyCounters(from, to);
      const tables = await listTables(from);
      const { differing, rows } = await findDifferences(from, to, tables);
      if (differing.length > 0)
        throw new DatabaseRefusal(`The copy differs in ${differing.join(', ')}: nothing was moved`);
      return { tables: tables.length, rows };
    } catch (error) {
      await sql`alter database ${await nameOf(from)} reset ${fencedSetting}`.execute(from);
      throw error;
    } finally {
      await unfollow(from, to);
    }
  });
}

async function onBoth<T>(
  move: Move,
  work: (from: Kysely<never>, to: Kysely<never>) => Promise<T>,
): Promise<T> {
  const [from, to] = [connect(move.from), connect(move.to)];
  try {
    return await work(from, to);
  } finally {
    await from.destroy();
    await to.destroy();
  }
}

/** Connections whose rows read alike on both sides. */
function connect(url: string): Kysely<never> {
  const { config } = parsePostgresUrl(url);
  const pool = new pg.Pool({ ...config, max: 4, application_name: 'guichet move' });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    void client.query(
      "set time zone 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set lock_timeout to '3s'; set default_transaction_read_only to off",
    );
  });
  return new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
}

async function requireReady(from: AnyDb, to: AnyDb): Promise<void> {
  const { rows } = await sql<{ log: string }>`select current_setting('wal_level') as log`.execute(from);
  if (rows[0]?.log !== 'logical')
    throw new DatabaseRefusal(
      'The server of the portal keeps no log to follow: set wal_level = logical there, and restart it',
    );
  const { rows: tables } = await sql`
    select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' limit 1`.execute(
    to,
  );
  if (tables.length > 0)
    throw new DatabaseRefusal('The new database is not empty: create one for this move, and nothing in it');
}

async function migrateTarget(
  databaseUrl: string,
  from: AnyDb,
  migrations: Record<string, Migration>,
  log: DatabaseLog,
): Promise<void> {
  if ((await listMigrations(from)).join() !== Object.keys(migrations).join())
    throw new DatabaseRefusal(
      'The database of the portal is of another version: start this version on it once, and move it then',
    );
  const database = await openDatabase({ databaseUrl, dataDir: '', log, name: 'guichet move' });
  try {
    await database.migrate(migrations);
  } finally {
    await database.close();
  }
}

async function countRows(db: AnyDb, tables: readonly Table[]): Promise<number> {
  // For the planner as well, which else would know nothing of the rows when people come.
  await sql`analyze ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(db);
  const { rows } = await sql<{ n: string }>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as n from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db);
  return Number(rows[0]?.n);
}

/** Ends all connections, and lets later ones read alone. */
async function refuseWrites(from: AnyDb): Promise<void> {
  await sql`alter database ${await nameOf(from)} set ${fencedSetting} = on`.execute(from);
  for (let others = 1; others > 0; await wait(others > 0 ? 50 : 0)) {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name <> 'guichet move'`.execute(
      from,
    );
    others = rows.length;
  }
}

async function nameOf(db: AnyDb) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return sql.id(rows[0]?.name ?? '');
}

/** The log holds the rows, and not where the numbers of their ids have come to. */
async function copyCounters(from: AnyDb, to: AnyDb): Promise<void> {
  for (const { sequence } of await listCounters(from)) {
    const { rows } = await sql<{ last: string; used: boolean }>`
      select last_value::text as last, is_called as used from ${sql.raw(sequence)}`.execute(from);
    await sql`select setval(${sequence}::regclass, ${rows[0]?.last}::bigint, ${rows[0]?.used}::boolean)`.execute(
      to,
    );
  }
}
