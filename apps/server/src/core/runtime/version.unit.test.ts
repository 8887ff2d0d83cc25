import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../../scripts/setup/place.mjs';
import { build, commit, version } from './version.ts';

test('the program says the version after which its packages are named', () => {
  expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
});

test('in a clone the program says its commit, where Git does', () => {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(commit).toBe(status === 0 ? stdout.trim() : undefined);
  expect(build).toBe(status === 0 ? `${version} (commit ${stdout.trim()})` : version);
});
