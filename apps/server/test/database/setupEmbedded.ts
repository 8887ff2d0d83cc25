import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrations } from '../../migrations/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';

/** Before the tests on the embedded database: creates a migrated data directory to copy. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-template-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ databaseUrl: null, dataDir, log: console });
  await database.migrate(migrations);
  await database.close();

  project.provide('embedded', { dataDir });
}

declare module 'vitest' {
  export interface ProvidedContext {
    embedded: { dataDir: string };
  }
}
