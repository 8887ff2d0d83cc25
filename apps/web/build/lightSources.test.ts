import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../src');
const styles = resolve(source, 'ui/styles');

/** What the first page shows: the first script's, and what the server draws, the office and the head for a new password. */
const firstSources = [
  'entry.tsx',
  'identity/publicPages/office/OfficeBlock.tsx',
  'identity/publicPages/PlainPage.tsx',
];

/** The files reached from the pages before sign-in by static imports, and by lazy ones except the app itself. */
function reachedByLightPages(imports = /(?:from |import\(|import )'(\.[^']+)'/g): string[] {
  const reached = new Set<string>();
  const pending = firstSources.map((file) => resolve(source, file));
  for (let file = pending.pop(); file; file = pending.pop()) {
    if (reached.has(file) || file.includes('/src/app/')) continue;
    reached.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      const target = resolve(dirname(file), path);
      if (/\.tsx?$/.test(target) && existsSync(target)) pending.push(target);
    }
  }
  return [...reached];
}

const partsOf = (files: string[]) => files.filter((file) => file.includes('/src/ui/'));
const styledOf = (files: string[]) =>
  files.filter((file) => /className|Style\b/.test(readFileSync(file, 'utf8')));

/** The source files that a style sheet gives to Tailwind. */
function readByTailwind(sheet: string): Set<string> {
  const css = readFileSync(resolve(styles, sheet), 'utf8');
  const patterns = [...css.matchAll(/@source ["']([^"']+)["']/g)].map(([, pattern = '']) =>
    /\.tsx?$/.test(pattern) ? pattern : `${pattern}/**/*`,
  );
  return new Set(globSync(patterns, { cwd: styles }).map((file) => resolve(styles, file)));
}

test('first.css covers everything that the first page shows, and scans nothing else', () => {
  const drawn = reachedByLightPages(/^(?:import|\} from|export [{*]) (?!type).*'(\.[^']+)'/gm);
  const styled = styledOf(drawn).filter((file) =>
    /className=|[sS]tyle(?:s)? =/.test(readFileSync(file, 'utf8')),
  );
  const known = readByTailwind('first.css');
  expect(styled.length).toBeGreaterThan(10);
  expect(styled.filter((file) => !known.has(file))).toEqual([]);
  expect([...known].filter((file) => !drawn.includes(file))).toEqual([]);
});

test('light.css covers every file of the pages before sign-in', () => {
  const styled = styledOf(partsOf(reachedByLightPages()));
  const known = readByTailwind('light.css');
  expect(styled.length).toBeGreaterThan(10);
  expect(styled.filter((file) => !known.has(file))).toEqual([]);
});

test('the pages before sign-in import nothing made for the pages behind it', () => {
  const heavy = partsOf(reachedByLightPages()).filter((file) =>
    /\/ui\/(?:aria\/|Table|moreIcons)/.test(file),
  );
  expect(heavy).toEqual([]);
});
