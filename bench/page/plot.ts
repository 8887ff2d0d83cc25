import type { Plot } from '../row.ts';
import { figure } from './figures.ts';

const width = 640;
const height = 360;
const frame = { left: 64, right: 160, top: 40, bottom: 44 };
const colours = ['#0b57d0', '#b3261e', '#146c2e', '#8430ce', '#a56a00', '#00639b', '#7d5260'];

/** Cost against size on logarithmic axes: a line parallel to the diagonal grows in proportion. */
export function drawPlot({ title, sizes, unit, lines }: Plot): string {
  const all = lines.flatMap(({ points }) => points);
  const x = axis(
    all.map(([size]) => size),
    frame.left,
    width - frame.right,
  );
  const y = axis(
    all.map(([, cost]) => cost),
    height - frame.bottom,
    frame.top,
  );
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(frame.left, 22, title, 'start', 'font-weight="bold"'),
    ...x.ticks.map((tick) => line(x.at(tick), frame.top, x.at(tick), height - frame.bottom)),
    ...x.ticks.map((tick) => text(x.at(tick), height - frame.bottom + 16, figure(tick), 'middle')),
    ...y.ticks.map((tick) => line(frame.left, y.at(tick), width - frame.right, y.at(tick))),
    ...y.ticks.map((tick) => text(frame.left - 6, y.at(tick) + 4, figure(tick), 'end')),
    text((frame.left + width - frame.right) / 2, height - 8, sizes, 'middle'),
    text(frame.left - 6, frame.top - 6, unit, 'end'),
  ];
  lines.forEach(({ label, points }, n) => {
    const colour = colours[n % colours.length];
    const path = points.map(([size, cost]) => `${round(x.at(size))},${round(y.at(cost))}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [size, cost] of points)
      parts.push(`<circle cx="${round(x.at(size))}" cy="${round(y.at(cost))}" r="3" fill="${colour}"/>`);
    parts.push(text(width - frame.right + 10, frame.top + 12 + n * 18, label, 'start', `fill="${colour}"`));
  });
  return `${parts.join('\n')}\n</svg>\n`;
}

interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** Powers of ten around the values, mapped from `from` to `to`. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const powers = values.filter((value) => value > 0).map(Math.log10);
  const least = Math.floor(Math.min(...powers));
  const most = Math.max(Math.ceil(Math.max(...powers)), least + 1);
  const ticks = Array.from({ length: most - least + 1 }, (_, n) => 10 ** (least + n));
  return {
    ticks,
    at: (value) => from + ((Math.log10(Math.max(value, 10 ** least)) - least) / (most - least)) * (to - from),
  };
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#ddd"/>`;
}

function text(x: number, y: number, words: string, anchor: string, more = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" ${more}>${escaped(words)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
