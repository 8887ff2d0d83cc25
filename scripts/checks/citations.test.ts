import { describe, expect, test } from 'vitest';
import { root } from '../setup/place.mjs';
import { findCitations } from './citations/citations.ts';
import { findFaults } from './citations/findFaults.ts';
import { readingsPath, readSources, requirementsPath, type Source } from './citations/sources.ts';

const requirements = `## S1 Systems

| row | what holds | seen in |
|---|---|---|
| S1.1 | There is a list of systems | A |
| S1.2 | Home is in French | U |
`;
const tested = [
  testIn('apps/server/src/systems/system/systems.test.ts', 'S1.1'),
  testIn('e2e/home.spec.ts', 'S1.2'),
];

/** Not written out, since the check reads this file as well. */
function testIn(path: string, rows: string, call = 'test'): Source {
  return { path, text: `${call}('${rows} holds', () => {});\n` };
}

/** The faults of a project, as `path:line message`. */
function find(files: readonly Source[], list = requirements): string[] {
  const documents = [
    { path: requirementsPath, text: list },
    { path: readingsPath, text: '# Readings\n\n## 1. People\n' },
  ];
  return findFaults([...documents, ...files]).map(({ path, line, message }) => `${path}:${line} ${message}`);
}

describe('citations', () => {
  test('of rows and sections that exist are no fault', () => {
    const text = `// S1.1, S1.1–S${1}.2, S${1} (readings §${1})\n`;
    expect(find([...tested, { path: 'apps/web/src/a.ts', text }])).toEqual([]);
  });

  test.each([
    ['of a row that does not exist', `\n// S1.${3}: why`, `2 S1.${3} is not in ${requirementsPath}`],
    ['of a range that ends too late', `// S1.1–S1.${3}`, `1 S1.${3} is not in ${requirementsPath}`],
    ['of a section of rows', `// see S${0}`, `1 S${0} is not in ${requirementsPath}`],
    ['of a section of the readings', `// Readings §${7}`, `1 readings §${7} is not in ${readingsPath}`],
    ['in words', `(readings, section ${7})`, `1 readings §${7} is not in ${readingsPath}`],
    [
      'over the end of a line',
      `/** Why (readings\n * §${7}). */`,
      `1 readings §${7} is not in ${readingsPath}`,
    ],
  ])('are found %s', (_what, text, found) => {
    expect(find([...tested, { path: 'docs/a.md', text }])).toEqual([`docs/a.md:${found}`]);
  });

  test('in icons and in other documents are none', () => {
    const text = 'd="M4 5 S12 3" RFC 5545 §3.1, the platform_readings of a course';
    expect(findCitations({ path: 'apps/web/src/a.tsx', text })).toEqual([]);
  });
});

describe('rows', () => {
  const unshown = `${requirementsPath}:5 S1.1 begins the title of no test`;
  const [, journey] = tested as [Source, Source];

  test.each([
    ['without a test', []],
    ['in the middle of a title', [testIn('apps/server/src/a.test.ts', 'as in S1.1')]],
    ['in a test that is skipped', [testIn('apps/server/src/a.test.ts', 'S1.1', 'test.skip')]],
    ['in a test that is commented out', [testIn('apps/server/src/a.test.ts', 'S1.1', '// test')]],
    ['in a file that is no test', [testIn('apps/server/src/a.ts', 'S1.1')]],
  ])('are found %s', (_what, files) => {
    expect(find([journey, ...files])).toEqual([unshown]);
  });

  test('of the pages are found without a journey', () => {
    const both = testIn('apps/web/src/a.test.tsx', 'S1.1 S1.2');
    expect(find([both])).toEqual([`${requirementsPath}:6 S1.2 begins the title of no journey`]);
  });

  test('are shown by a title with several, or a range', () => {
    expect(find([testIn('e2e/a.spec.ts', 'S1.1, S1.2')])).toEqual([]);
    expect(find([testIn('e2e/a.spec.ts', 'S1.1–S1.2', 'test.each([1])')])).toEqual([]);
  });

  test('stand once', () => {
    const twice = `${requirements}| S1.2 | Home is in English | U |\n`;
    expect(find(tested, twice)).toEqual([`${requirementsPath}:7 S1.2 stands twice`]);
  });
});

test('the project is read: its code, its documents, and a row of each section', () => {
  const sources = readSources(root);
  const paths = sources.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['README.md', requirementsPath, 'scripts/rows.mjs']));
  const cited = new Set(sources.flatMap(findCitations).map(({ name }) => name.replace(/\..*/, '')));
  expect([...cited].filter((name) => name.startsWith('S')).sort()).toHaveLength(9);
  expect(findFaults(sources)).toEqual([]);
});
