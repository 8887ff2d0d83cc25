// `npm run move-check`: `guichet move` takes a university to another PostgreSQL server while people use it, and is killed on the
// way; no write, request or mail may be lost.
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { Refusal, root, runScript } from './setup/place.mjs';
import { findPostgres } from './setup/postgres.mjs';

await runScript(async () => {
  const postgres = findPostgres();
  if (!postgres)
    throw new Refusal('Install PostgreSQL 15 or newer: the university moves between two servers.');
  installMissing();
  const node = findNode24();
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const test = ['run', '--root', 'apps/server', '--project', 'postgres', 'test/move.postgres.test.ts'];
  return runInForeground(node, [vitest, ...test], environmentOf(node, {}, [postgres]));
});
