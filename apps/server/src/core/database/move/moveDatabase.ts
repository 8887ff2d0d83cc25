import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { operatorText } from '../../runtime/operatorText.ts';
import { type AnyDb, listCounters, listTables, type Table } from '../backup/catalog.ts';
import { dropEverything } from '../backup/clear.ts';
import { openDatabase } from '../database.ts';
import { listMigrations } from '../migration/migrate.ts';
import { type DatabaseLog, DatabaseRefusal } from '../operator.ts';
import { parsePostgresUrl } from '../postgres/postgresUrl.ts';
import { findDifferences } from './differences.ts';
import { follow, isFollowing, unfollow, untilCaughtUp, untilCopied } from './following.ts';
import { isMarked, mark, refuseWrites, takesWrites, takeWritesAgain, unmark } from './marks.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** How far a move has come; `compared`: nothing follows the former database any more, which takes no writes. */
export function findStage(move: Move): Promise<'none' | 'following' | 'compared'> {
  return onBoth(move, async (from, to) => {
    if (await isFollowing(to)) return 'following';
    return (await takesWrites(from)) ? 'none' : 'compared';
  });
}

/**
 * Copies a database to an empty one on another server, which follows it from then on, or goes on where an earlier call was cut
 * off; the portal goes on. Returns the number of rows.
 * @throws DatabaseRefusal when a server is not ready for it
 */
export function copyDatabase(move: Move, migrations: Record<string, Migration>, log: DatabaseLog) {
  return onBoth(move, async (from, to) => {
    const tables = await listTables(from);
    if (!(await isFollowing(to))) {
      await requireReady(from, to);
      await mark(to);
      await unfollow(from, to);
      // A copy that was given up or cut off left rows, of whose numbers its counters know nothing.
      await to.transaction().execute((tx) => dropEverything(tx as never));
      await migrateTarget(move.to, from, migrations, log);
      // Migrations add rows of their own.
      await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))} cascade`.execute(to);
      try {
        await follow(from, to, tables, move.from);
      } catch (error) {
        await unfollow(from, to).catch(() => {});
        throw error;
      }
    }
    await untilCopied(to);
    await untilCaughtUp(from);
    return countRows(to, tables);
  });
}

/**
 * Once the portal is stopped: the former database takes no more writes, whoever still uses it, and the new one is proven to hold
 * all rows. After a call that was cut off, the next one does the rest.
 * @throws DatabaseRefusal when the rows differ
 */
export function finishMove(move: Move): Promise<{ readonly tables: number; readonly rows: number }> {
  return onBoth(move, async (from, to) => {
    await refuseWrites(from);
    // From here on no call empties the new database again.
    await unmark(to);
    if (await isFollowing(to)) {
      await untilCaughtUp(from);
      await copyCounters(from, to);
    }
    const compared = await compare(from, to);
    await unfollow(from, to);
    return compared;
  });
}

/** Whether both databases hold the same rows. */
export function isSame(move: Move): Promise<boolean> {
  return onBoth(move, (from, to) =>
    compare(from, to).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DatabaseRefusal) return false;
        throw error;
      },
    ),
  );
}

/** The former database takes writes again, and nothing follows it. */
export function abandonMove(move: Move): Promise<void> {
  return onBoth(move, async (from, to) => {
    if (await isFollowing(to)) await mark(to);
    await unfollow(from, to);
    await takeWritesAgain(from);
  });
}

/** @throws DatabaseRefusal when the rows differ */
async function compare(from: AnyDb, to: AnyDb) {
  const tables = await listTables(from);
  const { differing, rows } = await findDifferences(from, to, tables);
  if (differing.length > 0)
    throw new DatabaseRefusal(operatorText('moveDiffers', { tables: differing.join(', ') }));
  return { tables: tables.length, rows };
}

async function onBoth<T>(move: Move, work: (from: Kysely<never>, to: Kysely<never>) => Promise<T>) {
  const [from, to] = [connect(move.from), connect(move.to)];
  try {
    await Promise.all([requireAnswer(from, move.from), requireAnswer(to, move.to)]);
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

async function requireAnswer(db: AnyDb, url: string): Promise<void> {
  await sql`select`.execute(db).catch((error: Error) => {
    const { place } = parsePostgresUrl(url);
    throw new DatabaseRefusal(operatorText('moveRefused', { place, reason: error.message }));
  });
}

async function requireReady(from: AnyDb, to: AnyDb): Promise<void> {
  const { rows } = await sql<{ log: string }>`select current_setting('wal_level') as log`.execute(from);
  if (rows[0]?.log !== 'logical') throw new DatabaseRefusal(operatorText('moveNeedsLog'));
  const { rows: tables } = await sql`
    select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' limit 1`.execute(
    to,
  );
  if (tables.length > 0 && !(await isMarked(to))) throw new DatabaseRefusal(operatorText('moveNotEmpty'));
}

async function migrateTarget(
  databaseUrl: string,
  from: AnyDb,
  migrations: Record<string, Migration>,
  log: DatabaseLog,
): Promise<void> {
  if ((await listMigrations(from)).join() !== Object.keys(migrations).join())
    throw new DatabaseRefusal(operatorText('moveOtherVersion'));
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
