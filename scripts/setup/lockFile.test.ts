import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './place.mjs';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const packages: Readonly<Record<string, LockedPackage>> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages;

test('the lock file has the optional packages of every platform, so that it installs on all of them', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

test('the lock file states the content of every package, those of other platforms too, and no address', () => {
  const fromElsewhere = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  expect(fromElsewhere.length).toBeGreaterThan(300);
  const unstated = fromElsewhere.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==/.test(integrity));
  expect(unstated.map(([path]) => path)).toEqual([]);
  expect(fromElsewhere.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});
