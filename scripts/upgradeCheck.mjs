// `npm run upgrade-check`: two processes of an older version on one PostgreSQL are replaced by this one, one after the
// other and then back, while people use them; no request may fail. `npm run upgrade-check -- v0.1.0` names the older version: a
// tag or commit; without it, the newest tag, else the state before the newest migration.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installIn, installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { Refusal, root, runScript } from './setup/place.mjs';
import { findPostgres } from './setup/postgres.mjs';

/** Versions whose own rule is in this file use a newer database that has only been added to. */
const migrateFile = 'apps/server/src/core/database/migration/migrate.ts';

await runScript(async () => {
  const postgres = findPostgres();
  if (!postgres) throw new Refusal('Install PostgreSQL 15 or newer: the versions share a server.');
  const version = process.argv[2] ?? findVersionBefore();
  installMissing();
  const node = findNode24();
  const folder = mkdtempSync(join(tmpdir(), 'guichet-before-'));
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  git('worktree', 'add', '--detach', '--force', folder, version);
  const isReturnable = git('show', `${version}:${migrateFile}`).includes('isContracting');
  const way = isReturnable
    ? 'to this version and back'
    : 'to this version; it is too old to come back to (UPGRADE.md)';
  console.log(`From ${git('log', '-1', '--format=%h of %cs', version)} ${way}.`);
  installIn(folder);
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const test = [
    '--project',
    'postgres',
    'test/rolling.postgres.test.ts',
    '--testNamePattern',
    isReturnable ? 'two versions' : 'newer replaces',
  ];
  const settings = { VERSION_BEFORE: folder };
  return runInForeground(
    node,
    [vitest, 'run', '--root', 'apps/server', ...test],
    environmentOf(node, settings, [postgres]),
  );
});

function findVersionBefore() {
  const newest = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0];
  if (newest) return newest;
  const added = git('log', '-1', '--format=%H', '--', 'apps/server/migrations/index.ts');
  if (!added)
    throw new Refusal(
      'The history names no older version: name a tag or commit, or fetch the whole history.',
    );
  return `${added}^`;
}

/** @param {string[]} words */
function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Refusal(`git ${words.join(' ')} failed: ${stderr.trim()}`);
  return stdout.trim();
}
