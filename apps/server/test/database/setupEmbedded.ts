import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrations } from '../../migrations/index.ts';
import { prepareFirstStart } from '../../seed/firstStart.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { makeTestContext } from '../testApp.ts';

/** Before the tests on the embedded database: creates the data directories to copy, migrated and after a first start. */
export default async function setup(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'guichet-template-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const [migrated, started] = [join(directory, 'migrated'), join(directory, 'started')];
  const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir, log: console });
  const database = await open(migrated);
  await database.migrate(migrations);
  await database.close();
  cpSync(migrated, started, { recursive: true });
  const context = makeTestContext(await open(started));
  await prepareFirstStart(context);
  await context.close();

  project.provide('embedded', { templates: { migrated, started } });
}

declare module 'vitest' {
  export interface ProvidedContext {
    embedded: { templates: Record<'migrated' | 'started', string> };
  }
}
