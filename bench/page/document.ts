import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/setup/place.mjs';
import type { Outcome, Plot, Result } from '../row.ts';
import { figure } from './figures.ts';
import type { Machine } from './machine.ts';
import { drawPlot } from './plot.ts';

interface Run {
  readonly outcomes: readonly Outcome[];
  readonly failures: readonly { readonly name: string; readonly reason: string }[];
  readonly machine: Machine;
  readonly minutes: number;
}

/** Writes docs/performance.md and its plots. */
export function writeDocument(run: Run): void {
  const folder = join(root, 'docs', 'performance');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const plots = run.outcomes.flatMap(({ plots = [] }) => plots);
  for (const plot of plots) writeFileSync(join(folder, `${plot.name}.svg`), drawPlot(plot));
  writeFileSync(join(root, 'docs', 'performance.md'), documentOf(run, plots));
}

function documentOf({ outcomes, failures, machine, minutes }: Run, plots: readonly Plot[]): string {
  const results = outcomes.flatMap((outcome) => outcome.results);
  const bounds = results.filter(({ isReached }) => !isReached);
  const noted = results.filter(({ note }) => note);
  return [
    '# What it takes, beside what the machine allows',
    '',
    `Made by \`npm run bench\` on ${machine.date} in ${Math.round(minutes)} minutes; do not edit. Every limit was measured in the same`,
    'run as the product, in turns, on the same cores; absolute figures of a shared machine swing, ratios hold. Product and limits',
    'run as processes of their own; whatever is on for users (rights, audit, validation, log) is on here.',
    `The morning of an exam, step by step: [rehearsal.md](rehearsal.md).${linkToPeer()}`,
    '',
    ...machine.lines.map((line) => `- ${line}`),
    '',
    '| job | product | limit | ratio | wanted | reached |',
    '| --- | ---: | ---: | ---: | --- | --- |',
    ...results.map(rowOf),
    ...failures.map(({ name }) => `| ${name} | did not run | | | | **no** |`),
    '',
    ...section(
      'What is not reached, and what bounds it',
      bounds.map(({ job, bound }) => `- **${job}**: ${bound ?? 'not looked into yet.'}`),
    ),
    ...section(
      'Notes',
      noted.map(({ job, note }) => `- **${job}**: ${note}`),
    ),
    ...section('Cost against size', plots.flatMap(plotSection)),
  ].join('\n');
}

function rowOf({ job, product, limit, unit, ratio, target, isReached }: Result): string {
  const cells = [
    job,
    `${figure(product)} ${unit}`,
    limit ? `${figure(limit.value)} ${unit} (${limit.what})` : '',
    ratio === null ? '' : ratio.toFixed(2),
    target,
    isReached ? 'yes' : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

function plotSection({ name, title, sizes, unit, lines, note }: Plot): string[] {
  const all = [...new Set(lines.flatMap(({ points }) => points.map(([size]) => size)))].sort((a, b) => a - b);
  return [
    `### ${title}`,
    '',
    `![${title}](performance/${name}.svg)`,
    '',
    `| ${unit} at ${sizes} | ${all.map(figure).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(all.length)}`,
    ...lines.map(({ label, points }) => {
      const costs = new Map(points);
      return `| ${label} | ${all.map((size) => figure(costs.get(size) ?? Number.NaN)).join(' | ')} |`;
    }),
    '',
    ...(note ? [note, ''] : []),
  ];
}

/** The page of the portal beside a peer is made by a run of its own. */
function linkToPeer(): string {
  const isThere = existsSync(join(root, 'docs', 'peer.md'));
  return isThere ? ' The portal beside a peer: [peer.md](peer.md).' : '';
}
