import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../setup/place.mjs';
import { checkBoundaries } from './boundaries/check.ts';
import { placeOf } from './boundaries/place.ts';
import { flatFolders } from './boundaries/rules/folders.ts';
import { listSourceFiles } from './boundaries/sourceFiles.ts';
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

  test('folder-size catches an eleventh file, in a flat folder a twenty-sixth', async () => {
    const fill = (folder: string, count: number): Files =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `${folder}/part${n}.ts`,
          n > 0 ? `import './part${n - 1}.ts';` : 'export {};',
        ]),
      );
    const [ordinary, flat] = ['apps/server/src/core/audit/parts', 'apps/server/src/mail/outbox/render'];
    const full = await checkBoundaries(write({ ...fill(ordinary, 10), ...fill(flat, 25) }));
    expect(full.violations.filter(({ rule }) => rule === 'folder-size')).toEqual([]);
    remove();
    const tests = { [`${ordinary}/part0.test.ts`]: 'export {};' };
    const over = await checkBoundaries(write({ ...fill(ordinary, 11), ...fill(flat, 26), ...tests }));
    expect(over.violations.filter(({ rule }) => rule === 'folder-size').map(({ path }) => path)).toEqual([
      ordinary,
      flat,
    ]);
  });

  test('a reason for a flat folder is given for a folder that needs it', async () => {
    const counts = new Map<string, number>();
    for (const path of listSourceFiles(root)) {
      if (!placeOf(path).isTest) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
    }
    const needless = Object.keys(flatFolders).filter((folder) => (counts.get(folder) ?? 0) <= 10);
    expect(needless).toEqual([]);
  });

  test('a file tracked by Git that was not read fails the check', async () => {
    const tree = write({ 'apps/server/src/dist/hidden.ts': 'export {};' });
    for (const args of [
      ['init', '-q'],
      ['add', 'apps'],
    ])
      execFileSync('git', args, { cwd: tree });
    await expect(checkBoundaries(tree)).rejects.toThrow('apps/server/src/dist/hidden.ts');
  });

  test('an empty folder fails the check', async () => {
    const tree = write({});
    remove();
    await expect(checkBoundaries(tree)).rejects.toThrow('no file of the contract was read');
  });

  test('a file with a syntax error fails the check', async () => {
    const tree = write({ 'apps/server/src/identity/users/users.service.ts': 'export const =;' });
    await expect(checkBoundaries(tree)).rejects.toThrow('users.service.ts');
  });
});
