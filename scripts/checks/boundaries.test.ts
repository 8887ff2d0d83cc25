import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries/check.ts';
import { type Files, writeFixtureTree } from './boundaries/violationFixtures/fixtureTree.ts';
import { machineFixtures } from './boundaries/violationFixtures/machineFixtures.ts';
import { serverFixtures } from './boundaries/violationFixtures/serverFixtures.ts';
import { webFixtures } from './boundaries/violationFixtures/webFixtures.ts';

let remove = () => {};
afterEach(() => remove());

function write(files: Files): string {
  const tree = writeFixtureTree(files);
  remove = tree.remove;
  return tree.root;
}

describe('boundaries', () => {
  test('a valid project has no violation', async () => {
    expect((await checkBoundaries(write({}))).violations).toEqual([]);
  });

  test.each([...serverFixtures, ...webFixtures, ...machineFixtures])(
    '$rule catches $title',
    async (fixture) => {
      const { rule, path, text, at = `${path}:1` } = fixture;
      const { violations } = await checkBoundaries(write({ [path]: text }));
      expect(violations.map((found) => `${found.rule} ${found.path}:${found.line}`)).toContain(
        `${rule} ${at}`,
      );
    },
  );

  test('a file tracked by Git that was not read fails the check', async () => {
    const root = write({ 'apps/server/src/dist/hidden.ts': 'export {};' });
    for (const args of [
      ['init', '-q'],
      ['add', 'apps'],
    ])
      execFileSync('git', args, { cwd: root });
    await expect(checkBoundaries(root)).rejects.toThrow('apps/server/src/dist/hidden.ts');
  });

  test('an empty folder fails the check', async () => {
    const root = write({});
    remove();
    await expect(checkBoundaries(root)).rejects.toThrow('no file of the contract was read');
  });

  test('a file with a syntax error fails the check', async () => {
    const root = write({ 'apps/server/src/users/users.service.ts': 'export const =;' });
    await expect(checkBoundaries(root)).rejects.toThrow('users.service.ts');
  });
});
