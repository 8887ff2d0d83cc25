import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { operatorText } from '../../runtime/operatorText.ts';
import { sessionSettings } from '../connection/session.ts';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import { DatabaseRefusal } from '../operator.ts';
import { sinceBaseline, takeOver } from './baseline.ts';

const UNDEFINED_COLUMN = '42703';

/** How long an attempt waits for a table, and then lets others use it; less than requests wait for one (session.ts). */
const lockTimeoutMilliseconds = 1500;

/**
 * Whether the version before can no longer run on a database that had this migration. All others only add, so that
 * both versions run beside each other (CONTRIBUTING, "A migration").
 */
export const isContracting = (name: string): boolean => name.endsWith('-contract');

/**
 * Applies pending `migrations`; forward only. Several processes may start at once: under an advisory lock one
 * migrates, and the others wait and find nothing to do. The tables of a newer program that
 * only added to them are used unchanged.
 * @throws DatabaseRefusal when this program cannot use the migrations that the database holds and it does not know.
 */
export async function migrateForward<T>(root: Kysely<T>, migrations: Record<string, Migration>) {
  await root.connection().execute(async (db) => {
    const names = await readNames(db);
    await takeOver(db, names);
    const done = sinceBaseline(names);
    refuseNewer(done, migrations);
    // The embedded database reads its catalogue slowly: this saves a third of a second per start.
    if (isUpToDate(done, migrations)) return;

    await sql`set statement_timeout to 0`.execute(db);
    try {
      await migrateBesideOthers(db, migrations);
    } finally {
      await sql.raw(sessionSettings).execute(db);
    }
  });
}

/**
 * Migrates while another process may answer requests: a change that waits for a table makes every later request wait
 * too, so that the change gives up after a short wait, lets others through, and begins again.
 */
async function migrateBesideOthers<T>(db: Kysely<T>, migrations: Record<string, Migration>): Promise<void> {
  const { Migrator } = await import('kysely/migration');
  let hasMissedColumn = false;
  const provider = { getMigrations: async () => withLockTimeout(migrations, lockTimeoutMilliseconds) };
  const migrator = new Migrator({ db, provider });
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (!error) return;
    // The look at the catalogue, before the lock, fails on a column that another process renames meanwhile.
    if ((error as { code?: string }).code === UNDEFINED_COLUMN && !hasMissedColumn) {
      hasMissedColumn = true;
      continue;
    }
    if (error instanceof DatabaseUnavailable && error.kind === 'busy') {
      await wait(lockTimeoutMilliseconds);
      continue;
    }
    const done = await listMigrations(db);
    refuseNewer(done, migrations);
    if (!isUpToDate(done, migrations)) throw error;
    return;
  }
}

/** The same, each with a limit of its own for locks, in milliseconds: a transaction begins with that of requests. */
function withLockTimeout(migrations: Record<string, Migration>, limit: number): Record<string, Migration> {
  const limited = ({ up }: Migration): Migration => ({
    async up(db) {
      await sql.raw(`set local lock_timeout to ${limit}`).execute(db);
      await up(db);
    },
  });
  return Object.fromEntries(Object.entries(migrations).map(([name, one]) => [name, limited(one)]));
}

export async function listMissing<T>(root: Kysely<T>, names: readonly string[]): Promise<string[]> {
  const done = new Set(await listMigrations(root));
  return names.filter((name) => !done.has(name));
}

/** Names of applied migrations, in order; empty in a new database. */
export async function listMigrations(db: Pick<Kysely<never>, 'getExecutor'>): Promise<readonly string[]> {
  return sinceBaseline(await readNames(db));
}

async function readNames(db: Pick<Kysely<never>, 'getExecutor'>): Promise<string[]> {
  const { rows: tables } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (!tables[0]?.present) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function refuseNewer(done: readonly string[], migrations: Record<string, Migration>): void {
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length > 0 && (!isUpToDate(done, migrations) || unknown.some(isContracting))) {
    throw new DatabaseRefusal(operatorText('databaseNewer', { names: unknown.join(', ') }));
  }
}

function isUpToDate(done: readonly string[], migrations: Record<string, Migration>): boolean {
  return Object.keys(migrations).every((name) => done.includes(name));
}
