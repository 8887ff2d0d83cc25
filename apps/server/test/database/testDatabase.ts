import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
  serverName,
} from '../../src/core/database/database.ts';
import { runOn, withDatabaseName } from './postgresDatabases.ts';

/** The location of one test file's database; call `remove` after it is closed. */
export interface TestPlace {
  readonly options: DatabaseOptions;
  remove(): Promise<void>;
}

/** The kind of database of this test run, from the project in `vitest.config.ts`. */
export const testedKind: Database['kind'] =
  process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded';

/** What a new database holds: all tables and no rows, or what the first start writes as well. */
type Template = 'migrated' | 'started';

/** Opens a new database of the kind of this test run. Closing it removes it. */
export async function openTestDatabase(
  template: Template = 'migrated',
  name = serverName,
): Promise<Database> {
  const place = await makeTestPlace(template);
  const database = await openDatabase({ ...place.options, name });
  return {
    ...database,
    async close() {
      await database.close();
      await place.remove();
    },
  };
}

/** Creates a database without opening it, for tests that open it themselves. */
export async function makeTestPlace(template: Template = 'migrated'): Promise<TestPlace> {
  return testedKind === 'postgres' ? makePostgresPlace(template) : makeEmbeddedPlace(template);
}

async function makePostgresPlace(template: Template): Promise<TestPlace> {
  const { serverUrl, templates } = inject('postgres');
  const name = `guichet_test_${randomUUID().replaceAll('-', '')}`;
  await runOn(serverUrl, `create database ${name} template ${templates[template]} strategy file_copy`);
  return {
    options: { databaseUrl: withDatabaseName(serverUrl, name), dataDir: '', log: console },
    remove: () => runOn(serverUrl, `drop database ${name} with (force)`),
  };
}

async function makeEmbeddedPlace(template: Template): Promise<TestPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-test-'));
  const from = join(inject('embedded').templates[template], 'database');
  cpSync(from, join(dataDir, 'database'), { recursive: true });
  return {
    options: { databaseUrl: null, dataDir, log: console },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
