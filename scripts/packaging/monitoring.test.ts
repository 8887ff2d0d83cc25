import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../setup/place.mjs';

const folder = join(root, 'packaging', 'monitoring');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const namesIn = (text: string) => new Set(text.match(/\bguichet_[a-z_]+/g));

/** The names of metrics in the source, with those that Prometheus adds to a histogram. */
const served = namesIn(
  globSync('apps/server/src/{operations,core,mail,learning}/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n'),
);
for (const suffix of ['_bucket', '_count', '_sum']) served.add(`guichet_request_seconds${suffix}`);

test.each(['guichet.rules.yaml', 'guichet.rules.test.yaml', 'dashboard.json'])(
  '%s names metrics that exist',
  (name) => {
    const used = namesIn(read(name));
    expect(used.size).toBeGreaterThan(5);
    expect([...used].filter((metric) => !served.has(metric))).toEqual([]);
  },
);

test('every metric that the operator is told of stands in the dashboard', () => {
  const operations = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
  const [told = ''] = /## Metrics and alerts\n(?:(?!\n## )[\s\S])+/.exec(operations) ?? [];
  const shown = [...namesIn(read('dashboard.json'))];
  const missing = [...namesIn(told)].filter((metric) => !shown.some((name) => name.startsWith(metric)));
  expect(missing).toEqual([]);
});

test('panels of the dashboard lie side by side and have a title', () => {
  const { panels } = JSON.parse(read('dashboard.json')) as {
    panels: { id: number; title: string; gridPos: { x: number; y: number; w: number; h: number } }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { title, gridPos } of panels) {
    expect(title).not.toBe('');
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x} ${y}`), title).toBe(false);
        expect(x, title).toBeLessThan(24);
        taken.add(`${x} ${y}`);
      }
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Where Debian's package `prometheus` is installed. */
describe.runIf(hasPromtool)('promtool', () => {
  test.each([
    ['check', 'guichet.rules.yaml'],
    ['test', 'guichet.rules.test.yaml'],
  ])('%s rules %s', (verb, name) => {
    const { status, stdout, stderr } = spawnSync('promtool', [verb, 'rules', name], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout + stderr).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  const expressions = [...read('dashboard.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '""']) => JSON.parse(text) as string,
  );

  test('reads every expression of the dashboard', () => {
    expect(expressions.length).toBeGreaterThan(20);
    const rules = expressions.map(
      (expr, n) => `      - { record: "panel_${n}", expr: ${JSON.stringify(expr)} }`,
    );
    const file = join(mkdtempSync(join(tmpdir(), 'guichet-panels-')), 'rules.yaml');
    writeFileSync(file, ['groups:', '  - name: panels', '    rules:', ...rules].join('\n'));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    rmSync(dirname(file), { recursive: true });
    expect(stdout + stderr).toContain(`${expressions.length} rules found`);
    expect(status).toBe(0);
  });
});
