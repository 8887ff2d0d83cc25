import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries/check.ts';
import { machinePlants } from './boundaries/plants/machinePlants.ts';
import { type Files, plantTree } from './boundaries/plants/plantTree.ts';
import { serverPlants } from './boundaries/plants/serverPlants.ts';
import { webPlants } from './boundaries/plants/webPlants.ts';

let remove = () => {};
afterEach(() => remove());

function plant(planted: Files): string {
  const tree = plantTree(planted);
  remove = tree.remove;
  return tree.root;
}

describe('boundaries', () => {
  test('a sound house has no violation', () => {
    expect(checkBoundaries(plant({})).violations).toEqual([]);
  });

  test.each([...serverPlants, ...webPlants, ...machinePlants])('$rule catches $title', (planted) => {
    const { rule, path, text, at = `${path}:1` } = planted;
    const { violations } = checkBoundaries(plant({ [path]: text }));
    expect(violations.map((found) => `${found.rule} ${found.path}:${found.line}`)).toContain(`${rule} ${at}`);
  });

  test('a file that Git keeps and that was not read stops the check', () => {
    const root = plant({ 'apps/server/src/dist/hidden.ts': 'export {};' });
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
    ])
      execFileSync('git', args, { cwd: root });
    expect(() => checkBoundaries(root)).toThrow('apps/server/src/dist/hidden.ts');
  });

  test('an empty folder stops the check', () => {
    const root = plant({});
    remove();
    expect(() => checkBoundaries(root)).toThrow('no file of the contract was read');
  });

  test('a file that is not valid code stops the check', () => {
    const root = plant({ 'apps/server/src/users/users.service.ts': 'export const =;' });
    expect(() => checkBoundaries(root)).toThrow('users.service.ts');
  });
});
