import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrations } from '../../migrations/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { runOn, withDatabaseName } from './postgresDatabases.ts';
import { startPostgres } from './postgresServer.ts';

/** Before the tests on PostgreSQL: starts a server, unless `TEST_DATABASE_URL` names one, and creates a migrated template. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres();
  const template = `guichet_template_${randomUUID().slice(0, 8)}`;
  await runOn(server.url, `create database ${template}`);
  const databaseUrl = withDatabaseName(server.url, template);
  const database = await openDatabase({ databaseUrl, dataDir: '', log: console });
  await database.migrate(migrations);
  await database.close();

  project.provide('postgres', { serverUrl: server.url, template });
  return async () => {
    if (given) await runOn(server.url, `drop database ${template}`);
    await server.stop();
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { serverUrl: string; template: string };
  }
}
