import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../setup/place.mjs';
import { districts } from './boundaries/layers.ts';
import { readSources } from './citations/sources.ts';
import { examples, findDeadNames } from './documents/deadNames.ts';

const sources = readSources(root);
const folders = ['', 'apps/', 'bench/', 'docs/', 'e2e/', 'faults/', 'packages/', 'scripts/'];
const paths = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '', encoding: 'utf8' }).map(
      (path) => folder + path.replaceAll('\\', '/'),
    ),
  )
  .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path));

test('the pages name files, folders, headings and decisions that exist', () => {
  expect(paths).toContain('docs/operations.md');
  expect(findDeadNames(sources, paths)).toEqual([]);
});

test('no example of what does not exist is there, or named nowhere', () => {
  const named = findDeadNames(sources, paths, []).map((found) => found.split(' ')[1]);
  expect(new Set(named)).toEqual(new Set(examples));
});

test('the architecture names every room of every district, in the order of its layers', () => {
  const page = sources.find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? '';
  for (const [district, layers] of Object.entries(districts).filter(([, rooms]) => rooms.length > 0)) {
    const rooms = layers.map((layer) => `\`${layer.join(', ')}\``).join(' → ');
    expect(page.replaceAll('\n', ' ')).toContain(`\`${district}\` (${rooms}`);
  }
});

test('decisions are numbered from 1 on, without a hole and each with a number of its own', () => {
  const numbers = paths.flatMap((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? []).sort();
  expect(numbers.length).toBeGreaterThan(30);
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(3, '0')));
});

describe('a name', () => {
  const path = 'docs/a.md';
  const files = [path, 'docs/b.md', 'apps/web/src/ui/fold.ts', `docs/decisions/${'007'}-factors.md`];
  /** What is dead in a page. */
  const find = (text: string) =>
    findDeadNames(
      [
        { path, text },
        { path: 'docs/b.md', text: '# B\n\n## To set, in « French »\n' },
      ],
      files,
    ).map((found) => found.replace('docs/a.md:1 ', ''));

  test.each([
    '`ui/fold.ts`, `fold.ts`, `web/ui/fold.ts`, `apps/web/src/ui/`',
    '[b](b.md), [its part](b.md#to-set-in--french-), [here](#here)\n# Here',
    `decision ${'007'}, \`DATA_DIR/outbox\`, \`zod/mini\`, [elsewhere](https://example.ca/x.md)`,
  ])('may be %s', (text) => {
    expect(find(text)).toEqual([]);
  });

  test.each([
    ['of a file', '`ui/gone.ts`', 'ui/gone.ts'],
    ['of a file with words in it', '`ui/gone.ts › some words`', 'ui/gone.ts'],
    ['of a folder', '`apps/web/src/gone/`', 'apps/web/src/gone/'],
    ['of a page', '[b](gone.md)', 'gone.md'],
    ['of a heading', '[b](b.md#gone)', 'b.md#gone'],
    ['of a decision', `decision ${'099'}`, `decision ${'099'}`],
  ])('is found dead: that %s', (_what, text, found) => {
    expect(find(text)).toEqual([found]);
  });

  test('of a document is found dead in code', () => {
    const code = { path: 'apps/web/src/ui/fold.ts', text: '// docs/b.md\n// why: docs/gone.md\n' };
    expect(findDeadNames([code], files)).toEqual([`${code.path}:2 docs/gone.md`]);
  });
});
