import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { root } from '../setup/place.mjs';

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const [applying = '', elsewhere = ''] = page.split('## What does not apply');

const idPattern = /\d+\.\d+\.\d+/g;
/** The ids in the first cell of each row. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (\d[\d., ]+) \|/gm)].flatMap(([, ids = '']) => ids.match(idPattern) ?? []);

/** `file › words`, possibly several in a row. */
const evidence = [...applying.matchAll(/`([^`]+) › ([^`]+)`/g)].map(([, file = '', words = '']) => ({
  file,
  words,
}));

/** Paths of the server are shortened on the page. */
function pathOf(file: string): string {
  if (file.startsWith('test/')) return `apps/server/${file}`;
  const isWhole = /^(?:[A-Z]+\.md|(?:apps|docs|e2e|faults|packages|scripts)\/)/.test(file);
  return isWhole ? file : `apps/server/src/${file}`;
}

test('S5.2 every password is hashed after the check for common and obvious ones', () => {
  const files = globSync('apps/server/{src,seed}/**/*.ts', { cwd: root });
  const functions = files
    .filter((file) => !/\.test\.ts$|\/fixtures\//.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split(/^(?=(?:export )?(?:async )?function )/m)
        .filter((text) => text.includes('hashing.hash('))
        .map((text) => ({ file, isChecked: /(?:refuseWeak|requireStrongFirst)Password\(/.test(text) })),
    );
  expect(functions.filter(({ isChecked }) => isChecked)).toHaveLength(7);
  // Codes that the portal draws, and the one password of the demo.
  expect(functions.filter(({ isChecked }) => !isChecked).map(({ file }) => file)).toEqual([
    'apps/server/seed/demo.ts',
    expect.stringMatching(/\/recoveryCodes\.ts$/),
  ]);
});

describe('the page about security', () => {
  it('has a row for each of the 253 requirements of levels 1 and 2: 226 that apply and 27 that do not', () => {
    const applies = new Set(rowsOf(applying));
    const not = new Set(elsewhere.match(idPattern));
    expect([applies.size, not.size]).toEqual([226, 27]);
    expect([...applies].filter((id) => not.has(id))).toEqual([]);
  });

  it('names evidence in each row', () => {
    const bare = applying
      .split('\n')
      .filter((line) => /^\| \d/.test(line) && !/`[^`]+ › [^`]+` \|$/.test(line));
    expect(bare).toEqual([]);
  });

  it('names only files and words that exist', () => {
    const missing = evidence.filter(({ file, words }) => {
      const path = join(root, pathOf(file));
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(words);
    });
    expect(missing.map(({ file, words }) => `${file} › ${words}`)).toEqual([]);
  });
});
