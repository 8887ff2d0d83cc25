import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sessionSettings } from '../connection/session.ts';
import { DatabaseRefusal } from '../operator.ts';
import { sinceBaseline, takeOver } from './baseline.ts';

const UNDEFINED_COLUMN = '42703';

/**
 * Applies pending `migrations`; forward only. Several processes may start at once: under an advisory lock one
 * migrates, and the others wait and find nothing to do.
 * @throws DatabaseRefusal when the database holds migrations that this program does not know, or no longer knows.
 */
export async function migrateForward<T>(
  root: Kysely<T>,
  migrations: Record<string, Migration>,
): Promise<void> {
  await root.connection().execute(async (db) => {
    const names = await readNames(db);
    await takeOver(db, names);
    const done = sinceBaseline(names);
    refuseNewer(done, migrations);
    // The embedded database reads its catalogue slowly: this saves a third of a second per start.
    if (done.length === Object.keys(migrations).length) return;

    await sql`set statement_timeout to 0`.execute(db);
    await sql`set lock_timeout to 0`.execute(db);
    try {
      const { Migrator } = await import('kysely/migration');
      const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
      let { error } = await migrator.migrateToLatest();
      // The look at the catalogue, before the lock, fails on a column that another process renames meanwhile.
      if ((error as { code?: string } | undefined)?.code === UNDEFINED_COLUMN)
        ({ error } = await migrator.migrateToLatest());
      if (error) {
        refuseNewer(await listMigrations(db), migrations);
        throw error;
      }
    } finally {
      await sql.raw(sessionSettings).execute(db);
    }
  });
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
  if (unknown.length > 0) {
    throw new DatabaseRefusal(
      `The database is newer than this program (it holds ${unknown.join(', ')}): start the newer program instead`,
    );
  }
}
