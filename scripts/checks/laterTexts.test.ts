import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/place.mjs';

const web = join(root, 'apps/web/src');
// These pages have the texts that anyone may read, which are the extent of a part that names none.
const beforeSignIn = /^(?:entry\/|identity\/publicPages\/|core\/page\/later\.tsx)/;

test('a part of a page behind sign-in that loads later says which texts it loads, or shows their keys', () => {
  const parts = globSync('**/*.tsx', { cwd: web }).flatMap((file) => {
    if (beforeSignIn.test(file)) return [];
    const calls = readFileSync(join(web, file), 'utf8').matchAll(
      /= (?:later|lazyPart)\([\s\S]{0,300}?\);\n/g,
    );
    return [...calls].map(([call]) => ({ file, call: call.replace(/\s+/g, ' ') }));
  });
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.filter(({ call }) => !/, (?:own|all)Texts,? ?\);/.test(call))).toEqual([]);
});
