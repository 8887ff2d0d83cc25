import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../src');
const styles = resolve(source, 'ui/styles');

/** The files of ui/ that the pages before sign-in reach, through static and lazy imports but for the app itself. */
function reachedByLightPages(): Set<string> {
  const reached = new Set<string>();
  const pending = [resolve(source, 'entry.tsx')];
  for (let file = pending.pop(); file; file = pending.pop()) {
    if (reached.has(file) || file.includes('/src/app/')) continue;
    reached.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\(|import )'(\.[^']+)'/g,
    )) {
      const target = resolve(dirname(file), path);
      if (/\.tsx?$/.test(target) && existsSync(target)) pending.push(target);
    }
  }
  return new Set([...reached].filter((file) => file.includes('/src/ui/')));
}

/** The files that light.css lets Tailwind read. */
function readByTailwind(): Set<string> {
  const css = readFileSync(resolve(styles, 'light.css'), 'utf8');
  const patterns = [...css.matchAll(/@source ["']([^"']+)["']/g)].map(([, pattern = '']) =>
    /\.tsx?$/.test(pattern) ? pattern : `${pattern}/**/*`,
  );
  return new Set(globSync(patterns, { cwd: styles }).map((file) => resolve(styles, file)));
}

test('light.css knows every part that the pages before sign-in are made of', () => {
  const styled = [...reachedByLightPages()].filter((file) =>
    /className|Style\b/.test(readFileSync(file, 'utf8')),
  );
  const known = readByTailwind();
  expect(styled.length).toBeGreaterThan(10);
  expect(styled.filter((file) => !known.has(file))).toEqual([]);
});

test('the pages before sign-in reach no part that is made for the pages behind it', () => {
  const heavy = [...reachedByLightPages()].filter((file) => /\/ui\/(?:aria\/|Table|moreIcons)/.test(file));
  expect(heavy).toEqual([]);
});
