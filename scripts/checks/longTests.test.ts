import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deepTests, longTests } from '../../apps/server/vitest.config.ts';
import { root } from '../setup/place.mjs';

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`: each is a name that a move can leave behind. */
function expandBraces(pattern: string): string[] {
  const [all, names] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (all === undefined || names === undefined) return [pattern];
  return names.split(',').flatMap((name) => expandBraces(pattern.replace(all, name)));
}

test.each([...longTests, ...deepTests].flatMap(expandBraces))('there are tests by the name %s', (pattern) => {
  const files = globSync(pattern, {
    cwd: join(root, 'apps/server'),
    exclude: (name) => name === 'node_modules',
  });
  expect(files).not.toEqual([]);
});
