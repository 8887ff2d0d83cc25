import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrations } from '../../migrations/index.ts';
import { prepareFirstStart } from '../../seed/firstStart.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { makeTestContext } from '../testApp.ts';
import { runOn, withDatabaseName } from './postgresDatabases.ts';
import { startPostgres } from './postgresServer.ts';

/**
 * Before the tests on PostgreSQL: starts a server, unless `TEST_DATABASE_URL` names one, and creates the databases to copy,
 * migrated and after a first start.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres();
  const migrated = `guichet_template_${randomUUID().slice(0, 8)}`;
  const started = `${migrated}_started`;
  const open = (name: string) =>
    openDatabase({ databaseUrl: withDatabaseName(server.url, name), dataDir: '', log: console });
  await runOn(server.url, `create database ${migrated}`);
  const database = await open(migrated);
  await database.migrate(migrations);
  await database.close();
  await runOn(server.url, `create database ${started} template ${migrated}`);
  const context = makeTestContext(await open(started));
  await prepareFirstStart(context);
  await context.close();

  project.provide('postgres', { serverUrl: server.url, templates: { migrated, started } });
  return async () => {
    if (given) for (const name of [started, migrated]) await runOn(server.url, `drop database ${name}`);
    await server.stop();
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { serverUrl: string; templates: Record<'migrated' | 'started', string> };
  }
}
