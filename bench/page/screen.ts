import type { Plot, Result } from '../row.ts';
import { figure } from './figures.ts';

/** Formats a result for the terminal. */
export function resultText(result: Result): string {
  const { job, product, limit, unit, ratio, target, isReached, note, bound } = result;
  const beside = limit ? `, limit ${figure(limit.value)} (${limit.what}), ratio ${ratio?.toFixed(2)}` : '';
  const lines = [`${isReached ? '✓' : '✗'} ${job}: ${figure(product)} ${unit}${beside}; wanted ${target}`];
  if (note) lines.push(`    ${note}`);
  if (!isReached && bound) lines.push(`    ${bound}`);
  return lines.map((line) => `  ${line}`).join('\n');
}

export function plotText({ title, unit, lines }: Plot): string {
  const rows = lines.map(
    ({ label, points }) =>
      `    ${label}: ${points.map(([size, cost]) => `${figure(size)} → ${figure(cost)}`).join(', ')}`,
  );
  return [`  ${title} (${unit})`, ...rows].join('\n');
}
